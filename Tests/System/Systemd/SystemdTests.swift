import Foundation
import Glibc
import Synchronization
import Testing

/// Sheaf as its units run it, under a real systemd. One test at a time: there is one machine (``Machine``) for all.
///
/// Where there can be none the tests say so when they would run, and once more when all tests have ended.
@Suite(.serialized, .enabled("what a systemd needs is missing: see *** NOT RUN") { Absence.isNone })
enum SystemdTests {}

/// That these tests did not run, for everybody who reads the output.
private enum Absence {
    /// Whether there can be a machine; says so where there can't.
    static var isNone: Bool {
        guard Machine.missing != nil else { return true }
        if isTold.exchange(true, ordering: .relaxed) { return false }
        tell()
        atexit { Absence.tell() }
        return false
    }

    private static let isTold = Atomic(false)

    private static func tell() {
        let what = "Sheaf under a real systemd. Missing: \(Machine.missing ?? "nothing")"
        FileHandle.standardError.write(Data("*** NOT RUN: SystemdTests, \(what)\n".utf8))
    }
}
