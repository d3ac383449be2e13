import SheafOS

/// sheafctl as a program: from its arguments to its exit status.
package enum ControlProgram {
    /// Runs the command in the arguments.
    ///
    /// - Parameter arguments: without the program's name.
    /// - Returns: the exit status: 0, or 1 after one line on standard error.
    package static func run(arguments: [String]) -> Int32 {
        do throws(ControlError) {
            let socket = CurrentProcess.environment("SHEAF_SOCKET")
            try perform(try Invocation(arguments, verbs: .sheafctl, socket: socket))
            return 0
        } catch {
            // Where standard error can't be written to, the exit status is all there is.
            try? StandardStream.error.write("sheafctl: \(error)\n")
            return 1
        }
    }

    private static func perform(_ invocation: Invocation) throws(ControlError) {
        let console = console(isJSON: invocation.settings.isJSON)
        let isShown = StandardStream.error.isTerminal
        let session = Session(
            invocation.settings, mayStart: invocation.command.startsService,
            tell: { try? StandardStream.error.write($0) }, showProgress: isShown ? console.showProgress : nil)
        try invocation.command.run(session, console)
    }

    private static func console(isJSON: Bool) -> Console {
        Console(
            isJSON: isJSON, style: .forStandardOutput,
            askPassword: { prompt in
                guard StandardStream.error.isTerminal else { return nil }
                return TerminalPassword.ask(prompt, limit: PasswordSource.limit)
            },
            showProgress: { text in
                // Where it can't be shown the command goes on all the same.
                if StandardStream.error.isTerminal { try? StandardStream.error.write(text) }
            },
            note: { text throws(ControlError) in try write(text, to: .error) },
            write: { text throws(ControlError) in try write(text, to: .output) })
    }

    private static func write(_ text: String, to stream: StandardStream) throws(ControlError) {
        do throws(OSError) { try stream.write(text) } catch { throw ControlError(error) }
    }
}
