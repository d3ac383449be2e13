import Foundation
import Glibc
import SheafInterface
import TestSupport
import Testing
import Varlink

/// Sheaf's units on the shared ``Machine``, as one test wants them: the socket listens, the service does not run yet.
///
/// A test leaves everything as it is: the next one's begins by stopping it.
final class InstalledService: TestedService {
    static let unit = "sheafd.service"
    private static let dropIn = "/etc/systemd/system/sheafd.service.d/test.conf"

    let machine: Machine
    /// The socket's path in there.
    let socket = "/run/sheaf/org.sheaf"
    /// The journal's end when it began.
    private let cursor: String

    /// - Parameters:
    ///   - configuration: the text of sheafd.conf.
    ///   - unit: what a drop-in of sheafd.service says: "[Service]\nWatchdogSec=1\n".
    init(configuration: String = "", unit: String = "") throws {
        machine = try Machine.shared.get()
        let file = machine.path(Self.dropIn)
        let reload =
            unit == (try? String(contentsOfFile: file, encoding: .utf8)) ?? "" ? ":" : "systemctl daemon-reload"
        try machine.write(configuration, to: "/etc/sheaf/sheafd.conf")
        try machine.write(unit, to: Self.dropIn)
        // One command: entering the namespaces takes longer than what is done there. A service that a test before has
        // brought to hang is killed.
        let shown = try machine.run(
            "/bin/sh", "-c",
            """
            systemctl --quiet --no-block stop sheafd.socket \(Self.unit)
            systemctl --quiet --signal=KILL kill \(Self.unit) 2>&-
            systemctl --quiet stop sheafd.socket \(Self.unit)
            \(reload) && systemctl reset-failed && journalctl --quiet --lines=0 --show-cursor \
                && systemctl start sheafd.socket
            """)
        cursor = shown.replacing("-- cursor: ", with: "").trimmingCharacters(in: .whitespacesAndNewlines)
    }

    // MARK: The service

    /// A connection from outside of the namespaces, as root; the first one starts the service.
    func connect() throws -> VarlinkBlockingClient { try VarlinkBlockingClient(path: machine.path(socket)) }

    /// Has `systemctl` do something to the service: start, stop, restart, reload.
    func systemctl(_ verb: String) throws { try machine.systemctl(verb, Self.unit) }

    /// A property of its unit.
    func property(_ name: String) throws -> String { try machine.property(name, of: Self.unit) }

    /// The state of the unit: active, activating, inactive, failed.
    var state: String { get throws { try property("ActiveState") } }

    /// The pid of the service as this process counts it; nil where it does not run.
    var process: Int32? {
        get throws {
            guard let inside = Int32(try property("MainPID")), inside > 0 else { return nil }
            return try machine.processes(of: Self.unit).first { try machine.pidInside($0) == inside }
        }
    }

    /// The pids of the provider hosts, as this process counts them.
    var hosts: [Int32] {
        get throws {
            let main = try process
            return machine.processes(of: Self.unit).filter { $0 != main }
        }
    }

    /// sheafctl in there.
    ///
    /// - Parameters:
    ///   - user: whose it is.
    ///   - groups: what they are a member of; not root.
    func sheafctl(_ arguments: String..., user: UInt32 = 0, groups: [String] = []) throws -> Command {
        try machine.attempt(["/usr/bin/sheafctl"] + arguments, user: user, groups: groups)
    }

    // MARK: Documents

    /// A document of the pattern provider in there.
    ///
    /// - Parameters:
    ///   - owner: whose it is; others can't read it, nor look into its folder.
    ///   - folder: where it is, as processes in there see it.
    /// - Returns: its path in there; for this process that is ``Machine/path(_:)`` of it.
    func pattern(_ settings: String, owner: UInt32 = 0, in folder: String = "/root/books") throws -> String {
        let path = folder + "/pattern"
        try machine.write("sheaf-pattern 1\n\(settings)\n", to: path)
        for (path, mode) in [(folder, mode_t(0o700)), (path, 0o600)] {
            let outside = machine.path(path)
            guard chown(outside, owner, owner) == 0, chmod(outside, mode) == 0 else {
                throw TestFailure("cannot give \(path) to user \(owner)")
            }
        }
        return path
    }

    /// A reader of a document of the pattern provider.
    func reader(_ settings: String = "pages = 9\nwidth = 60\nheight = 80") throws -> TestReader {
        try TestReader(self, machine.path(pattern(settings)), width: 60, height: 80)
    }

    // MARK: The journal

    /// Returns the entries of this test in the journal, of the service and of systemd on its behalf, oldest first;
    /// names and values as `journalctl -o json` has them.
    func journal() throws -> [[String: String]] {
        let lines = try machine.run(
            "/bin/journalctl", "--quiet", "--output=json", "--unit=\(Self.unit)", "--after-cursor=\(cursor)")
        return try lines.split(separator: "\n").map { line in
            let entry = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            return (entry ?? [:]).compactMapValues { $0 as? String }
        }
    }

    /// Waits for an entry of the journal: journald takes its time.
    @discardableResult
    func entry(
        at location: SourceLocation = #_sourceLocation, where isWanted: ([String: String]) -> Bool
    ) throws -> [String: String] {
        let found = try eventually(log: log, at: location) {
            try journal().first(where: isWanted)
        } until: {
            $0 != nil
        }
        return found ?? [:]
    }

    /// The messages of the journal.
    var log: String {
        ((try? journal().compactMap { $0["MESSAGE"] }) ?? []).joined(separator: "\n")
    }

    // MARK: What is kept for the next run

    /// How many descriptors systemd has of it.
    var kept: Int { get throws { Int(try property("NFileDescriptorStore")) ?? 0 } }

    /// Waits until systemd has everything that the service has now, and the note says so.
    ///
    /// - Parameter files: how many files more than documents are open: of albums.
    func waitUntilAllIsKept(moreFiles files: Int = 0) throws {
        // What is given to systemd together with the document of this reader is written down with it, and so is all that
        // happened before.
        let mark = try TestReader(self, machine.path(pattern("pages = 1", in: "/root/mark")), width: 9, height: 9)
        try eventually(log: log) {
            let status = try mark.client.status()
            // The two notes, in two halves each, and the positions of readers.
            return (kept: try kept, all: 5 + status.documents + files + status.cache.pages)
        } until: {
            $0.kept == $0.all
        }
        // The note is written in the round of the loop that gave systemd the last of it: that has ended now.
        _ = try mark.client.status()
    }
}
