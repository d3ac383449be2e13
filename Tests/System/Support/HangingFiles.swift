import Foundation
import Glibc
import TestSupport
import Testing

/// A client in a process of its own, whose files are on a FUSE file system that never answers some requests
/// (Tests/System/clients/hanging_files.py).
final class HangingFiles {
    /// Says what keeps one from running here; nil where nothing does.
    static let missing: String? = {
        let check = try? Command.run("/usr/bin/python3", [script, "--check"], seconds: 20)
        guard check?.status != 0 else { return nil }
        return (check?.errors ?? "python3").trimmingCharacters(in: .whitespacesAndNewlines)
    }()

    /// For tests that need one.
    static let isPossible = ConditionTrait.enabled(
        if: missing == nil, "needs a FUSE file system, which can't be mounted: \(missing ?? "")")

    private static let script = Build.project.appendingPathComponent("Tests/System/clients/hanging_files.py").path

    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()

    /// - Parameters:
    ///   - socket: of the service.
    ///   - user: whose client it is.
    ///   - requests: what is never answered, as linux/fuse.h calls it without its prefix.
    init(_ socket: String, user: UInt32 = 65_534, never requests: String = "FLUSH,READ,STATFS,GETATTR") throws {
        process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        process.arguments = [Self.script, socket, "\(user)", requests]
        process.standardInput = input
        process.standardOutput = output
        try process.start()
    }

    deinit { end() }

    /// Ends it, and its file system: who waits for that is told so.
    func end() {
        guard process.processIdentifier > 0 else { return }
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    /// Does what a command says, and returns what came of it.
    func perform(_ command: String) throws -> String {
        try input.fileHandleForWriting.write(contentsOf: Data((command + "\n").utf8))
        var line = Data()
        while !line.contains(UInt8(ascii: "\n")) {
            let piece = output.fileHandleForReading.availableData
            guard !piece.isEmpty else { throw TestFailure("the client with hanging files has ended") }
            line += piece
        }
        return String(decoding: line, as: UTF8.self).trimmingCharacters(in: .newlines)
    }
}
