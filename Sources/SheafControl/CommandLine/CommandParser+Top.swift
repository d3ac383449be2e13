import SheafOS

extension CommandParser {
    /// What "top" is told.
    func topRequest() throws(ControlError) -> TopRequest {
        try expectArguments(atMost: 0)
        guard !line.has("json") else {
            throw mistake(
                "top is for people: \"status\", \"cache\", \"readers\" and \"hosts\" have the same with --json")
        }
        var request = TopRequest()
        if let seconds = try decimal("interval", "seconds") {
            guard TopRequest.intervals.contains(seconds) else { throw mistake("--interval wants 0.1 to 3600 seconds") }
            request.interval = UInt64(seconds * 1_000_000)
        }
        request.iterations = try whole("iterations", TopRequest.looks, "looks")
        return request
    }
}
