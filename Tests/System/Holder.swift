import Foundation
import Glibc

/// A viewer in a process of its own, that takes pages and holds them.
final class Holder {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    /// What it was answered for each page: "held", or an error's name.
    private(set) var answers: [String] = []
    private var pid: Int32 = 0

    /// Starts it and waits until it has asked for its pages.
    init(_ service: RunningService, _ path: String, _ indexes: [Int], isAnotherUser: Bool = false) throws {
        let script = Build.project.appendingPathComponent("Tests/System/clients/holder.py").path
        let command = ["/usr/bin/python3", script, service.socket, path] + indexes.map { "\($0)" }
        let prefix = isAnotherUser ? ["/usr/bin/setpriv", "--reuid=65534", "--clear-groups"] : []
        let words = prefix + command
        process.executableURL = URL(fileURLWithPath: words[0])
        process.arguments = Array(words.dropFirst())
        process.standardInput = input
        process.standardOutput = output
        try process.start()
        let line = try read().split(separator: " ").map(String.init)
        guard let first = line.first, let number = Int32(first) else { throw TestFailure("no holder: \(line)") }
        pid = number
        answers = Array(line.dropFirst())
    }

    deinit { end() }

    /// Closes its connection; it goes on holding.
    func hangUp() throws {
        try input.fileHandleForWriting.write(contentsOf: Data("hang up\n".utf8))
        guard try read() == "gone" else { throw TestFailure("the holder does not hang up") }
    }

    /// Ends it with SIGKILL.
    func end() {
        guard process.isRunning else { return }
        kill(pid, SIGKILL)
        process.waitUntilExit()
    }

    /// A line of its output; its end comes with its process, which ends with the service.
    private func read() throws -> String {
        var line = Data()
        while let byte = try output.fileHandleForReading.read(upToCount: 1), let first = byte.first, first != 10 {
            line.append(first)
        }
        return String(decoding: line, as: UTF8.self)
    }
}
