import Glibc
import HostProcess
import HostProtocol
import SheafOS

/// What a check's process tells the one that reports, a line each over a pipe: what the process was at is known when it crashes.
enum CheckMessage: Equatable {
    /// What the provider is asked now.
    case asked(String)
    /// A rule that it broke.
    case broken(ABIRule, asked: String, came: String)
    /// What was measured.
    case measured(String)
    /// The check has nothing to check, and why.
    case absent(String)
    /// The check is at its end.
    case done

    /// What no text has in it: it is between the fields.
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
        default: return nil
        }
    }
}

/// The end of the pipe that a check writes to.
@safe final class CheckReport {
    private let pipe: Int32

    init(_ pipe: Int32) {
        self.pipe = pipe
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
