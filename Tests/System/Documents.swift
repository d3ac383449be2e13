import Foundation
import Testing

/// Real documents.
enum Documents {
    /// The manual of Debian's policy as PDF: 193 pages, unpacked once.
    static let policy: Result<String, any Error> = Result {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("sheaf-documents-\(getuid())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appendingPathComponent("policy.pdf")
        let unpacked = try Command.run("/bin/gzip", ["-dc", "/usr/share/doc/debian-policy/policy.pdf.gz"])
        try unpacked.output.write(to: file, options: .atomic)
        return file.path
    }

    /// The same as EPUB.
    static let policyEPUB = "/usr/share/doc/debian-policy/policy.epub"
}

/// A program that was run to its end.
struct Command {
    let status: Int32
    let output: Data
    let errors: String

    /// Its output as text.
    var text: String { String(decoding: output, as: UTF8.self) }

    /// Runs a program, at most `seconds` long.
    static func run(
        _ path: String, _ arguments: [String], environment: [String: String] = [:], seconds: Int = 120
    ) throws -> Command {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/timeout")
        process.arguments = ["--kill-after=5", "\(seconds)", path] + arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let output = Pipe()
        let errors = Pipe()
        process.standardOutput = output
        process.standardError = errors
        process.standardInput = FileHandle.nullDevice
        try process.start()
        // Read aside: a program that fills one pipe while the other is read would wait for ever.
        let collected = Collected()
        let reader = Thread { collected.set(errors.fileHandleForReading.readDataToEndOfFile()) }
        reader.start()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return Command(
            status: process.terminationStatus, output: bytes,
            errors: String(decoding: collected.wait(), as: UTF8.self))
    }
}

/// Bytes that another thread reads.
private final class Collected: @unchecked Sendable {
    private let condition = NSCondition()
    private var bytes: Data?

    func set(_ bytes: Data) {
        condition.withLock {
            self.bytes = bytes
            condition.signal()
        }
    }

    func wait() -> Data {
        condition.withLock {
            while bytes == nil { condition.wait() }
            return bytes ?? Data()
        }
    }
}
