/// Python source under construction.
struct PythonText {
    /// How many characters a line has at most.
    static let width = 120

    private(set) var text: String
    private var depth = 0

    init(_ text: String = "") { self.text = text }

    /// One or more lines.
    mutating func line(_ lines: String = "") {
        for line in lines.split(separator: "\n", omittingEmptySubsequences: false) {
            text += line.isEmpty ? "\n" : String(repeating: "    ", count: depth) + line + "\n"
        }
    }

    mutating func indented(_ body: (inout PythonText) -> Void) {
        depth += 1
        body(&self)
        depth -= 1
    }

    /// A docstring. A comment line without words ends a paragraph.
    mutating func docstring(_ documentation: [String]) {
        if documentation.isEmpty { return }
        let text = documentation.joined(separator: "\n").replacingAll("\\", with: "\\\\")
        var lines: [String] = []
        for paragraph in Self.paragraphs(text) {
            if !lines.isEmpty { lines.append("") }
            lines += Self.wrapped(paragraph, width: Self.width - 3 - 4 * depth)
        }
        if lines.count == 1, lines[0].count < Self.width - 6 - 4 * depth { return line("\"\"\"\(lines[0])\"\"\"") }
        line("\"\"\"" + lines.joined(separator: "\n") + "\n\"\"\"")
    }

    private static func paragraphs(_ text: String) -> [String] {
        var paragraphs: [String] = [""]
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.allSatisfy(\.isWhitespace) {
                paragraphs.append("")
            } else {
                paragraphs[paragraphs.count - 1] += " \(line)"
            }
        }
        return paragraphs.filter { !$0.isEmpty }
    }

    /// Words in lines that are at most so many characters wide.
    static func wrapped(_ text: String, width: Int) -> [String] {
        var lines: [String] = []
        for word in text.split(whereSeparator: \.isWhitespace) {
            if let last = lines.last, last.count + 1 + word.count <= width {
                lines[lines.count - 1] += " \(word)"
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }
}

/// The enumerations of a module, as types of their words.
struct PythonWords {
    private(set) var text = ""
    private var names: Set<String> = []

    var isEmpty: Bool { names.isEmpty }

    mutating func add(_ name: String, _ cases: [EnumerationCase], _ documentation: [String] = []) {
        guard names.insert(name).inserted else { return }
        let words = cases.map { "\"\($0.name)\"" }
        text += "\n"
        for line in PythonText.wrapped(documentation.joined(separator: " "), width: PythonText.width - 3) {
            text += "# \(line)\n"
        }
        let line = "\(name) = Literal[\(words.joined(separator: ", "))]\n"
        text +=
            line.count <= PythonText.width
            ? line : "\(name) = Literal[\n" + words.map { "    \($0),\n" }.joined() + "]\n"
    }
}

/// The module of the errors that interfaces declare: a class for each name.
struct PythonErrors {
    let text: String

    init(of descriptions: [InterfaceDescription]) throws(DescriptionError) {
        var known: [String: [String]] = [:]
        var classes = PythonText(
            "\(PythonGenerator.head)\"\"\"The errors that the interfaces declare, as exceptions.\"\"\"\n")
        classes.line("\nfrom ..message import ServiceError")
        var names = PythonText()
        for description in descriptions {
            for member in description.members {
                guard case .error(let fields) = member.kind else { continue }
                names.line("    \"\(description.name).\(member.name)\": \(member.name),")
                let parameters = fields.map { "\($0.pythonName()): \(Self.annotation($0.type))" }
                if let known = known[member.name] {
                    if known == parameters { continue }
                    throw DescriptionError(
                        "the error “\(description.name).\(member.name)” has other parameters in another interface",
                        at: member.position)
                }
                known[member.name] = parameters
                classes.line("\n\nclass \(member.name)(ServiceError):")
                classes.indented { classes in
                    classes.docstring(member.documentation)
                    if !parameters.isEmpty { classes.line("\n" + parameters.joined(separator: "\n")) }
                }
            }
        }
        text =
            classes.text + "\n\n# By the names that messages have.\nERRORS: dict[str, type[ServiceError]] = {\n"
            + names.text + "}\n"
    }

    /// A type of an error's parameter. One that an interface declares is a word.
    private static func annotation(_ type: VarlinkType) -> String {
        switch type {
        case .nullable(let inner): "\(annotation(inner)) | None"
        case .array(let inner): "list[\(annotation(inner))]"
        case .named: "str"
        default: type.pythonName
        }
    }
}

extension VarlinkField {
    /// The field's name in Python. Memory has a method `surface`: where it is shown is `on_surface`.
    func pythonName(_ isMemory: Bool = false) -> String {
        if isMemory, name == "surface" { return "on_surface" }
        return Names.snake(name) + (["from", "list", "type"].contains(name) ? "_" : "")
    }
}

extension String {
    fileprivate func replacingAll(_ one: Character, with other: String) -> String {
        reduce(into: "") { $0 += $1 == one ? other : String($1) }
    }
}

extension Names {
    /// "get_page" for "GetPage".
    static func snake(_ name: String) -> String {
        var snake = ""
        var followsSmall = false
        for character in name {
            if character.isUppercase, followsSmall { snake += "_" }
            snake += character.lowercased()
            followsSmall = character.isLowercase || character.isNumber
        }
        return snake
    }
}
