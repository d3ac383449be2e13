import SheafOS

/// What a command line asks for, checked as far as that is possible without the service.
protocol Command: Equatable, Sendable {
    /// Whether a sheafd is started for the user where there is none.
    static var startsService: Bool { get }

    /// Calls the service, and prints the result.
    func run(_ session: Session, _ console: Console) throws(ControlError)
}

extension Command {
    static var startsService: Bool { false }

    /// ``startsService`` of a command whose type is not known.
    var startsService: Bool { Self.startsService }
}

/// The first word of a command line: what it is called, its help, its options, and the command that they become.
///
/// Each verb is defined in its own file in `Verbs/`, as a static property of this type.
struct Verb: Sendable, Equatable, CustomStringConvertible {
    typealias Option = CommandLineOptions.Option

    let name: String
    /// Its arguments as the help writes them; empty where it takes none.
    let arguments: String
    /// How many it takes.
    let mostArguments: Int
    /// One line of the overview.
    let summary: String
    /// What its own help says below the summary; may be empty.
    let details: String
    /// Its own options. Those of ``Invocation/commonOptions`` are valid besides.
    let options: [Option]
    /// Reads the arguments and options.
    let parse: @Sendable (VerbArguments) throws(ControlError) -> any Command

    /// - Parameters:
    ///   - count: how many arguments it takes; nil: one where it has any.
    ///   - usesReader: whether it works on one reader, which `--reader` can name.
    init(
        _ name: String, _ arguments: String = "", atMost count: Int? = nil, summary: String, details: String = "",
        usesReader: Bool = true,
        options: [Option] = [],
        parse: @escaping @Sendable (VerbArguments) throws(ControlError) -> any Command
    ) {
        self.name = name
        self.arguments = arguments
        mostArguments = count ?? (arguments.isEmpty ? 0 : 1)
        self.summary = summary
        self.details = details
        self.options = (usesReader ? [Self.reader] : []) + options
        self.parse = parse
    }

    /// A verb without arguments, which always means the same command.
    init(
        _ name: String, summary: String, details: String = "", usesReader: Bool = true, command: some Command
    ) {
        self.init(name, summary: summary, details: details, usesReader: usesReader) { _ in command }
    }

    var description: String { name }

    static func == (one: Verb, other: Verb) -> Bool { one.name == other.name }
}

extension Verb {
    /// The option of the verbs that work on a reader.
    static let reader = Option(
        "reader", value: "ID",
        help: "which reader, by as much of its id as is needed (default: the one that you used last)")

    /// The option of the verbs that work on one axis.
    static let axisOption = Option(
        "axis", value: "AXIS", help: "horizontal or vertical (default: the reader's first)")

    /// The end of the details of the verbs that operators may use, or to whom they show more.
    static let operators = """
        Operators are root, the user whom the service runs as, and members of the group sheaf (OperatorGroup= in sheafd.conf).
        """
}
