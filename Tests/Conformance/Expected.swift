import Varlink

/// The values that org.varlink.certification passes around: each reply's values are the next call's parameters.
enum Expected {
    typealias Certification = CertificationInterface

    static let pi = 3.141592653589793
    static let text = "a lot of string"
    static let map = ["foo": "Foo", "bar": "Bar"]
    static let set: Set<String> = ["one", "two", "three"]
    static let replies = (1...10).map { "Reply number \($0)" }

    static let structure = Certification.Test06Reply.Struct(bool: false, int: 2, float: pi, string: text)
    static let structureOfCall = Certification.Test07Parameters.Struct(bool: false, int: 2, float: pi, string: text)

    static let foreign = JSONText { writer in
        writer.beginObject()
        writer.key(#","method":"#)
        writer.string("org.varlink.certification.Test09")
        writer.key(#","parameters":"#)
        writer.beginObject()
        writer.key(#","map":"#)
        // In the order in which the Python server writes it: foreign values are compared as texts.
        writer.beginObject()
        writer.key(#","foo":"#)
        writer.string("Foo")
        writer.key(#","bar":"#)
        writer.string("Bar")
        writer.endObject()
        writer.endObject()
        writer.endObject()
    }

    static let value = Certification.MyType(
        object: foreign, enum: .two, struct: Certification.MyType.Struct(first: 1, second: "2"),
        array: ["one", "two", "three"], dictionary: map, stringset: set, nullable: nil, nullable_array_struct: nil,
        interface: Certification.Interface(
            foo: [nil, ["foo": .foo, "bar": .bar], nil, ["one": .foo, "two": .bar]],
            anon: Certification.Interface.Anon(foo: true, bar: false)))
}
