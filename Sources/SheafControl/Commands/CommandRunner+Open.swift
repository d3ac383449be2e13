import Glibc
import SheafInterface
import SheafOS
import Varlink

extension CommandRunner {
    func open(_ request: OpenRequest) throws(ControlError) {
        let path = request.source.path
        var parameters = ReaderInterface.OpenParameters(
            provider: request.provider, viewport: request.viewport, target: request.target, axes: request.axes,
            background: request.background, manual: request.isManual ? true : nil)
        var descriptors: [SharedDescriptor] = []
        switch request.source {
        case .library(let path): parameters.path = path
        case .file(let path):
            parameters.fileDescriptor = 0
            descriptors = [try openFile(path)]
        }
        let reply = try session.call(
            ReaderInterface.Open.self, parameters, descriptors: descriptors, attempt: "open \(path)")
        try tellPlace(reply.parameters.state)
    }

    private func openFile(_ path: String) throws(ControlError) -> SharedDescriptor {
        do throws(OSError) {
            let file = try UserFile.open(path)
            guard try FileStatus(of: file.number).kind != .folder else {
                throw OSError(code: EISDIR, operation: "open", subject: path)
            }
            return SharedDescriptor(file)
        } catch {
            throw ControlError("\(error): give a file that you can read")
        }
    }

    func close() throws(ControlError) {
        let reader = try session.reader()
        _ = try session.call(
            ReaderInterface.Close.self, .init(reader: reader), attempt: "close reader \(reader)")
        if console.isJSON { return try console.json(["reader": reader]) }
        try console.say("closed reader \(reader)")
    }
}
