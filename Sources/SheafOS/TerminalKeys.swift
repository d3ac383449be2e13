import Glibc

/// The keys of the terminal at standard input, one by one and unseen, until they are given back.
///
/// Ctrl-C is a signal as ever. Ctrl-Z is not: who draws on the whole screen can't stop in the middle of it.
package final class TerminalKeys {
    /// Standard input, to be watched.
    package let number: Int32 = 0
    private var saved = termios()
    private var isTaken = true

    /// Takes them; nil where standard input is no terminal.
    package init?() {
        guard unsafe tcgetattr(number, &saved) == 0 else { return nil }
        var keys = saved
        keys.c_lflag &= ~tcflag_t(ICANON | ECHO)
        unsafe withUnsafeMutableBytes(of: &keys.c_cc) { characters in
            unsafe characters[Int(VMIN)] = 1
            unsafe characters[Int(VTIME)] = 0
            // _POSIX_VDISABLE
            unsafe characters[Int(VSUSP)] = 0
        }
        guard unsafe tcsetattr(number, TCSANOW, &keys) == 0 else { return nil }
    }

    deinit {
        giveBack()
    }

    /// The keys that wait, at least one: call it where there are some. nil where no more come.
    package func read() -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = unsafe bytes.withUnsafeMutableBytes { unsafe Glibc.read(number, $0.baseAddress, $0.count) }
        guard count != 0, count > 0 || errno == EINTR || errno == EAGAIN else { return nil }
        return Array(bytes.prefix(max(count, 0)))
    }

    /// Gives the terminal back as it was.
    package func giveBack() {
        guard isTaken else { return }
        isTaken = false
        unsafe tcsetattr(number, TCSANOW, &saved)
    }
}
