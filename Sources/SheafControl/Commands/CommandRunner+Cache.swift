import SheafInterface
import Varlink

extension CommandRunner {
    func showCache(isListed: Bool) throws(ControlError) {
        let cache = try cache(isListed: isListed)
        if console.isJSON { return try console.json(cache) }
        try console.say(CacheText.lines(cache, console.style).joined(separator: "\n"))
    }

    func writeMetrics() throws(ControlError) {
        let status = try session.call(ManagerInterface.Status.self, .init(), attempt: "ask how the service is doing")
        try console.say(MetricsText.text(status.parameters, try cache(isListed: false)), terminator: "")
    }

    private func cache(isListed: Bool) throws(ControlError) -> ManagerInterface.GetCacheReply {
        try session.call(
            ManagerInterface.GetCache.self, .init(list: isListed ? true : nil), attempt: "look into the page cache"
        ).parameters
    }
}
