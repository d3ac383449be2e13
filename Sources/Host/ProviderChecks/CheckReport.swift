import Glibc
import HostProcess
import HostProtocol
import SheafOS

/// A message of a check's process to the process that reports, one line each over a pipe. It tells what the check was
/// doing when its process crashes.
enum CheckMessage: Equatable {
    /// The request that the provider is working on.
    case asked(String)
    /// A rule that the provider broke.
    case broken(ABIRule, asked: String, came: String)
    /// A measurement, in words.
    case measured(String)
    /// The check has nothing to check, and why.
    case absent(String)
    /// The check is at its end.
    case done
    /// The pixels of a page: the words for the page, and the digest of its pixels.
    case pixels(String, digest: UInt64)
    /// A request for the memory, descriptors and threads of a process, which a confined process can't see.
    case holdings(process: Int32)
    /// A page was rendered.
    case rendered([String])
    /// A page could not be rendered. `lock` says how it is locked; empty where it is not.
    case failed(lock: String, message: String)

    /// The separator between fields, which no text contains.
    private static let separator: Character = "\u{1f}"

    /// The line, without its end.
    var line: String {
        let fields =
            switch self {
            case .asked(let what): ["asked", what]
            case .broken(let rule, let asked, let came): ["broken", "\(rule)", asked, came]
            case .measured(let text): ["measured", text]
            case .absent(let reason): ["absent", reason]
            case .done: ["done"]
            case .pixels(let what, let digest): ["pixels", what, "\(digest)"]
            case .holdings(let process): ["holdings", "\(process)"]
            case .rendered(let fields): ["rendered"] + fields
            case .failed(let lock, let message): ["failed", lock, message]
            }
        return fields.map { Substring($0.unicodeScalars.prefix(HostLimits.textBytes)).onOneLine }
            .joined(separator: String(Self.separator))
    }

    /// Reads a line; nil where it is none of these.
    init?(_ line: String) {
        let fields = line.split(separator: Self.separator, omittingEmptySubsequences: false).map(String.init)
        switch (fields.first, fields.count) {
        case ("asked", 2): self = .asked(fields[1])
        case ("broken", 4):
            guard let rule = ABIRule.allCases.first(where: { "\($0)" == fields[1] }) else { return nil }
            self = .broken(rule, asked: fields[2], came: fields[3])
        case ("measured", 2): self = .measured(fields[1])
        case ("absent", 2): self = .absent(fields[1])
        case ("done", 1): self = .done
        case ("pixels", 3):
            guard let digest = UInt64(fields[2]) else { return nil }
            self = .pixels(fields[1], digest: digest)
        case ("holdings", 2):
            guard let process = Int32(fields[1]) else { return nil }
            self = .holdings(process: process)
        case ("rendered", _): self = .rendered(Array(fields.dropFirst()))
        case ("failed", 3): self = .failed(lock: fields[1], message: fields[2])
        default: return nil
        }
    }
}

/// The ends of the pipes that a check writes to, and is answered by.
@safe final class CheckReport {
    private let pipe: Int32
    private let answers: Int32

    init(_ pipe: Int32, answers: Int32) {
        self.pipe = pipe
        self.answers = answers
    }

    /// Returns the memory, descriptors and threads of a process, as the parent of this one sees them.
    func holdings(of process: Int32) -> ProcessHoldings? {
        write(.holdings(process: process))
        return ProcessHoldings(from: answers)
    }

    func write(_ message: CheckMessage) {
        var line = message.line + "\n"
        line.withUTF8 { bytes in
            var done = 0
            while done < bytes.count {
                let count = unsafe Glibc.write(pipe, bytes.baseAddress.map { unsafe $0 + done }, bytes.count - done)
                if count < 0, errno == EINTR { continue }
                // Who reads has gone: nobody wants to know.
                guard count > 0 else { return }
                done += count
            }
        }
    }
}
