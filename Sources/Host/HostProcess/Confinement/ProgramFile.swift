import Glibc
package import HostProtocol
import SheafOS

/// The file of a provider that is a program, as its host starts it.
package struct ProgramFile {
    package let path: String
    /// The interpreter that the program's first line names, which the kernel executes for it; nil where there is none.
    let interpreter: String?

    /// The files that are executed when the program is started: the program, and its interpreter.
    var executables: [String] { [path] + (interpreter.map { [$0] } ?? []) }

    /// The number of bytes of the first line that are read: as many as the kernel reads.
    private static let firstLine = 256

    /// - Throws: where its first line names an interpreter that can't be executed from here.
    package init(_ path: String) throws(HostError) {
        self.path = path
        let head: [UInt8]
        do throws(OSError) {
            let number = unsafe open(path, O_RDONLY | O_CLOEXEC)
            let file = FileDescriptor(owning: try check(number < 0 ? -errno : number, "read", path))
            head = try FileStart.read(file.number, upTo: Self.firstLine)
        } catch {
            throw HostError(.providerRefused, "\(path) is not started: \(error)")
        }
        guard head.starts(with: "#!".utf8) else {
            interpreter = nil
            return
        }
        let line = head.dropFirst(2).prefix { $0 != UInt8(ascii: "\n") }
        let words = line.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        let name = words.first.map { String(decoding: $0, as: UTF8.self) } ?? ""
        guard name.first == "/", !name.hasSuffix("/env") else {
            throw HostError(
                .providerRefused,
                "\(path) is not started: its first line must name its interpreter by its path, as #!/usr/bin/python3"
            )
        }
        interpreter = name
    }
}
