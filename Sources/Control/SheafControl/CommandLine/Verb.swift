import SheafInterface
import SheafOS

/// A command that sheafctl was given, checked as far as that is possible without the service.
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
    let name: String
    /// The arguments as the help writes them; empty where there are none.
    let arguments: String
    /// The most arguments that a line may have.
    let mostArguments: Int
    /// The completions that a shell offers for an argument.
    let offers: Offer
    /// One line of the overview.
    let summary: String
    /// The text of the verb's own help, below the summary; may be empty.
    let details: String
    /// The verb's own options. Those of ``Settings/options`` are valid besides.
    let options: [Option]
    /// Reads the arguments and options.
    let parse: @Sendable (VerbArguments) throws(ControlError) -> any Command

    /// - Parameters:
    ///   - count: how many arguments it takes; nil: one where it has any.
    ///   - usesReader: whether it works on one reader, which `--reader` can name.
    init(
        _ name: String, _ arguments: String = "", atMost count: Int? = nil, offers: Offer = .nothing, summary: String,
        details: String = "", usesReader: Bool = true, options: [Option] = [],
        parse: @escaping @Sendable (VerbArguments) throws(ControlError) -> any Command
    ) {
        self.name = name
        self.arguments = arguments
        mostArguments = count ?? (arguments.isEmpty ? 0 : 1)
        self.offers = offers
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

    /// The verb and its arguments, as the help writes them.
    var usage: String { arguments.isEmpty ? name : "\(name) \(arguments)" }

    static func == (one: Verb, other: Verb) -> Bool { one.name == other.name }
}

extension Verb {
    /// The completions that a shell offers for an argument, or for the value of an option.
    enum Offer: Sendable {
        case nothing
        case files
        case words([String])
        /// Words that the service knows.
        case asked(@Sendable (Session) throws(ControlError) -> [String])

        /// The words that an argument takes, as ``VerbArguments/choose(_:_:for:)`` reads them.
        static func oneOf(_ choices: VerbArguments.Choices<some Sendable>) -> Offer { .words(choices.names) }

        /// The values of an enum, by the names that the protocol has for them.
        static func cases<Value: CaseIterable & RawRepresentable<String> & Sendable>(of _: Value.Type) -> Offer {
            .oneOf(VerbArguments.Choices<Value>.all())
        }
    }

    /// An option of a verb.
    struct Option: Sendable {
        let syntax: CommandLineOptions.Option
        /// The completions that a shell offers for the option's value.
        let offers: Offer

        var name: String { syntax.name }

        /// - Parameter offers: nil: files, where the value is called as files are.
        init(_ syntax: CommandLineOptions.Option, offers: Offer? = nil) {
            self.syntax = syntax
            self.offers = offers ?? (["FILE", "FOLDER", "PATTERN"].contains(syntax.value) ? .files : .nothing)
        }

        init(_ name: String, letter: Character? = nil, value: String? = nil, offers: Offer? = nil, help: String) {
            self.init(.init(name, letter: letter, value: value, help: help), offers: offers)
        }
    }

    /// The option of the verbs that work on a reader.
    static let reader = Option(
        "reader", value: "ID",
        offers: .asked { session throws(ControlError) in try session.readers(attempt: "list the readers").map(\.reader)
        },
        help: "which reader, by as much of its id as is needed (default: the one that you used last)")

    /// The option of the verbs that work on one axis.
    static let axisOption = Option(
        "axis", value: "AXIS", offers: .cases(of: ReaderInterface.Axis.self),
        help: "horizontal or vertical (default: the reader's first)")

    /// The end of the details of the verbs that operators may use, or to whom they show more.
    static let operators = """
        Operators are root, the user whom the service runs as, and members of the group sheaf (OperatorGroup= in sheafd.conf).
        """
}
