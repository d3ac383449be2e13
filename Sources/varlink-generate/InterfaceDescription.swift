/// An interface as its `.varlink` file describes it.
package struct InterfaceDescription: Equatable {
    /// "org.sheaf.Reader"
    package var name: String
    /// The comment before it, a line an element.
    package var documentation: [String]
    package var members: [InterfaceMember]
}

/// A type, method or error.
package struct InterfaceMember: Equatable {
    package enum Kind: Equatable {
        case type(VarlinkType)
        case method(parameters: [VarlinkField], reply: [VarlinkField])
        case error([VarlinkField])
    }

    package var name: String
    package var documentation: [String]
    package var kind: Kind
    /// Where its name is.
    package var position: TextPosition
}

/// What a value can be.
package indirect enum VarlinkType: Equatable {
    case bool, int, float, string, object
    /// A type that the interface declares, and where it is named.
    case named(String, TextPosition)
    case structure([VarlinkField])
    case enumeration([EnumerationCase])
    case array(VarlinkType)
    case map(VarlinkType)
    case nullable(VarlinkType)
}

/// A field of a structure.
package struct VarlinkField: Equatable {
    package var name: String
    package var documentation: [String]
    package var type: VarlinkType
    package var position: TextPosition
}

/// A value of an enumeration.
package struct EnumerationCase: Equatable {
    package var name: String
    package var documentation: [String]
    package var position: TextPosition
}

/// A place in a text, counted from 1.
package struct TextPosition: Equatable {
    package var line: Int
    package var column: Int
}

/// What is wrong with a description.
package struct DescriptionError: Error, Equatable, CustomStringConvertible {
    package let position: TextPosition
    package let message: String

    package init(_ message: String, at position: TextPosition) {
        self.position = position
        self.message = message
    }

    package var description: String { "\(position.line):\(position.column): \(message)" }
}
