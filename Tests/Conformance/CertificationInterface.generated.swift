// Generated from org.varlink.certification.varlink by varlink-generate. Do not edit.
// swift-format-ignore-file

package import Varlink

/// Interface to test varlink implementations against.
/// First you write a varlink client calling:
/// Start, Test01, Test02, …, Test09, End
/// The return value of the previous call should be the argument of the next call.
/// Then you test this client against well known servers like python or rust from
/// https://github.com/varlink/
///
/// Next you write a varlink server providing the same service as the well known ones.
/// Now run your client against it and run well known clients like python or rust
/// from https://github.com/varlink/ against your server. If all works out, then
/// your new language bindings should be varlink certified.
package enum CertificationInterface {
    /// "org.varlink.certification"
    package static var name: StaticString { "org.varlink.certification" }

    /// The text of the description.
    package static var text: StaticString {
        ##"""
        # Interface to test varlink implementations against.
        # First you write a varlink client calling:
        # Start, Test01, Test02, …, Test09, End
        # The return value of the previous call should be the argument of the next call.
        # Then you test this client against well known servers like python or rust from
        # https://github.com/varlink/
        #
        # Next you write a varlink server providing the same service as the well known ones.
        # Now run your client against it and run well known clients like python or rust
        # from https://github.com/varlink/ against your server. If all works out, then
        # your new language bindings should be varlink certified.
        interface org.varlink.certification

        type Interface (
          foo: ?[]?[string](foo, bar, baz),
          anon: (foo: bool, bar: bool)
        )

        type MyType (
          object: object,
          enum: (one, two, three),
          struct: (first: int, second: string),
          array: []string,
          dictionary: [string]string,
          stringset: [string](),
          nullable: ?string,
          nullable_array_struct: ?[](first: int, second: string),
          interface: Interface
        )

        method Start() -> (client_id: string)

        method Test01(client_id: string) -> (bool: bool)

        method Test02(client_id: string, bool: bool) -> (int: int)

        method Test03(client_id: string, int: int) -> (float: float)

        method Test04(client_id: string, float: float) -> (string: string)

        method Test05(client_id: string, string: string) -> (
          bool: bool,
          int: int,
          float: float,
          string: string
        )

        method Test06(
          client_id: string,
          bool: bool,
          int: int,
          float: float,
          string: string
        ) -> (
          struct: (
            bool: bool,
            int: int,
            float: float,
            string: string
          )
        )

        method Test07(
          client_id: string,
          struct: (
            bool: bool,
            int: int,
            float: float,
            string: string
          )
        ) -> (map: [string]string)

        method Test08(client_id: string, map: [string]string) -> (set: [string]())

        method Test09(client_id: string, set: [string]()) -> (mytype: MyType)

        # returns more than one reply with "continues"
        method Test10(client_id: string, mytype: MyType) -> (string: string)

        # must be called as "oneway"
        method Test11(client_id: string, last_more_replies: []string) -> ()

        method End(client_id: string) -> (all_ok: bool)

        error ClientIdError ()
        error CertificationError (wants: object, got: object)

        """##
    }

    package struct Interface: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package enum Foo: String, JSONDecodable, JSONEncodable, CaseIterable, Sendable {
            case foo
            case bar
            case baz

            package init(decoding value: borrowing JSONValue) throws(JSONError) {
                let text = try value.string()
                if text.equals("foo") {
                    self = .foo
                    return
                }
                if text.equals("bar") {
                    self = .bar
                    return
                }
                if text.equals("baz") {
                    self = .baz
                    return
                }
                throw JSONError(.wrongType(expected: "Foo"))
            }

            package func encode(into writer: inout JSONWriter) {
                switch self {
                    case .foo: writer.raw(#""foo""#)
                    case .bar: writer.raw(#""bar""#)
                    case .baz: writer.raw(#""baz""#)
                }
            }
        }

        package struct Anon: JSONDecodable, JSONEncodable, Equatable, Sendable {
            package var foo: Bool
            package var bar: Bool

            package init(foo: Bool, bar: Bool) {
                self.foo = foo
                self.bar = bar
            }

            package init(decoding value: borrowing JSONValue) throws(JSONError) {
                var _foo: Bool?
                var _bar: Bool?
                var fields = try value.fields()
                while fields.next() {
                    do throws(JSONError) {
                        if try fields.isField("foo", 0) {
                            _foo = try Bool(decoding: fields.value)
                        } else if try fields.isField("bar", 1) {
                            _bar = try Bool(decoding: fields.value)
                        } else {
                            try fields.skipUnknown()
                        }
                    } catch {
                        throw error.within(fields.name.text)
                    }
                }
                guard let _foo else { throw JSONError(.missing, path: "foo") }
                guard let _bar else { throw JSONError(.missing, path: "bar") }
                self.foo = _foo
                self.bar = _bar
            }

            package func encode(into writer: inout JSONWriter) {
                writer.raw(#"{"foo":"#)
                self.foo.encode(into: &writer)
                writer.raw(#","bar":"#)
                self.bar.encode(into: &writer)
                writer.endObject()
            }
        }

        package var foo: [[String: Foo]?]?
        package var anon: Anon

        package init(foo: [[String: Foo]?]? = nil, anon: Anon) {
            self.foo = foo
            self.anon = anon
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _foo: [[String: Foo]?]?
            var _anon: Anon?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("foo", 0) {
                        if !fields.value.isNull { _foo = try [[String: Foo]?](decoding: fields.value) }
                    } else if try fields.isField("anon", 1) {
                        _anon = try Anon(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _anon else { throw JSONError(.missing, path: "anon") }
            self.foo = _foo
            self.anon = _anon
        }

        package func encode(into writer: inout JSONWriter) {
            writer.beginObject()
            if let _foo = self.foo {
                writer.key(#","foo":"#)
                _foo.encode(into: &writer)
            }
            writer.key(#","anon":"#)
            self.anon.encode(into: &writer)
            writer.endObject()
        }
    }

    package struct MyType: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package enum Enum: String, JSONDecodable, JSONEncodable, CaseIterable, Sendable {
            case one
            case two
            case three

            package init(decoding value: borrowing JSONValue) throws(JSONError) {
                let text = try value.string()
                if text.equals("one") {
                    self = .one
                    return
                }
                if text.equals("two") {
                    self = .two
                    return
                }
                if text.equals("three") {
                    self = .three
                    return
                }
                throw JSONError(.wrongType(expected: "Enum"))
            }

            package func encode(into writer: inout JSONWriter) {
                switch self {
                    case .one: writer.raw(#""one""#)
                    case .two: writer.raw(#""two""#)
                    case .three: writer.raw(#""three""#)
                }
            }
        }

        package struct Struct: JSONDecodable, JSONEncodable, Equatable, Sendable {
            package var first: Int
            package var second: String

            package init(first: Int, second: String) {
                self.first = first
                self.second = second
            }

            package init(decoding value: borrowing JSONValue) throws(JSONError) {
                var _first: Int?
                var _second: String?
                var fields = try value.fields()
                while fields.next() {
                    do throws(JSONError) {
                        if try fields.isField("first", 0) {
                            _first = try Int(decoding: fields.value)
                        } else if try fields.isField("second", 1) {
                            _second = try String(decoding: fields.value)
                        } else {
                            try fields.skipUnknown()
                        }
                    } catch {
                        throw error.within(fields.name.text)
                    }
                }
                guard let _first else { throw JSONError(.missing, path: "first") }
                guard let _second else { throw JSONError(.missing, path: "second") }
                self.first = _first
                self.second = _second
            }

            package func encode(into writer: inout JSONWriter) {
                writer.raw(#"{"first":"#)
                self.first.encode(into: &writer)
                writer.raw(#","second":"#)
                self.second.encode(into: &writer)
                writer.endObject()
            }
        }

        package struct NullableArrayStruct: JSONDecodable, JSONEncodable, Equatable, Sendable {
            package var first: Int
            package var second: String

            package init(first: Int, second: String) {
                self.first = first
                self.second = second
            }

            package init(decoding value: borrowing JSONValue) throws(JSONError) {
                var _first: Int?
                var _second: String?
                var fields = try value.fields()
                while fields.next() {
                    do throws(JSONError) {
                        if try fields.isField("first", 0) {
                            _first = try Int(decoding: fields.value)
                        } else if try fields.isField("second", 1) {
                            _second = try String(decoding: fields.value)
                        } else {
                            try fields.skipUnknown()
                        }
                    } catch {
                        throw error.within(fields.name.text)
                    }
                }
                guard let _first else { throw JSONError(.missing, path: "first") }
                guard let _second else { throw JSONError(.missing, path: "second") }
                self.first = _first
                self.second = _second
            }

            package func encode(into writer: inout JSONWriter) {
                writer.raw(#"{"first":"#)
                self.first.encode(into: &writer)
                writer.raw(#","second":"#)
                self.second.encode(into: &writer)
                writer.endObject()
            }
        }

        package var object: JSONText
        package var `enum`: Enum
        package var `struct`: Struct
        package var array: [String]
        package var dictionary: [String: String]
        package var stringset: Set<String>
        package var nullable: String?
        package var nullable_array_struct: [NullableArrayStruct]?
        package var interface: CertificationInterface.Interface

        package init(object: JSONText, `enum`: Enum, `struct`: Struct, array: [String], dictionary: [String: String], stringset: Set<String>, nullable: String? = nil, nullable_array_struct: [NullableArrayStruct]? = nil, interface: CertificationInterface.Interface) {
            self.object = object
            self.enum = `enum`
            self.struct = `struct`
            self.array = array
            self.dictionary = dictionary
            self.stringset = stringset
            self.nullable = nullable
            self.nullable_array_struct = nullable_array_struct
            self.interface = interface
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _object: JSONText?
            var _enum: Enum?
            var _struct: Struct?
            var _array: [String]?
            var _dictionary: [String: String]?
            var _stringset: Set<String>?
            var _nullable: String?
            var _nullable_array_struct: [NullableArrayStruct]?
            var _interface: CertificationInterface.Interface?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("object", 0) {
                        _object = try JSONText(decoding: fields.value)
                    } else if try fields.isField("enum", 1) {
                        _enum = try Enum(decoding: fields.value)
                    } else if try fields.isField("struct", 2) {
                        _struct = try Struct(decoding: fields.value)
                    } else if try fields.isField("array", 3) {
                        _array = try [String](decoding: fields.value)
                    } else if try fields.isField("dictionary", 4) {
                        _dictionary = try [String: String](decoding: fields.value)
                    } else if try fields.isField("stringset", 5) {
                        _stringset = try Set<String>(decoding: fields.value)
                    } else if try fields.isField("nullable", 6) {
                        if !fields.value.isNull { _nullable = try String(decoding: fields.value) }
                    } else if try fields.isField("nullable_array_struct", 7) {
                        if !fields.value.isNull { _nullable_array_struct = try [NullableArrayStruct](decoding: fields.value) }
                    } else if try fields.isField("interface", 8) {
                        _interface = try CertificationInterface.Interface(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _object else { throw JSONError(.missing, path: "object") }
            guard let _enum else { throw JSONError(.missing, path: "enum") }
            guard let _struct else { throw JSONError(.missing, path: "struct") }
            guard let _array else { throw JSONError(.missing, path: "array") }
            guard let _dictionary else { throw JSONError(.missing, path: "dictionary") }
            guard let _stringset else { throw JSONError(.missing, path: "stringset") }
            guard let _interface else { throw JSONError(.missing, path: "interface") }
            self.object = _object
            self.enum = _enum
            self.struct = _struct
            self.array = _array
            self.dictionary = _dictionary
            self.stringset = _stringset
            self.nullable = _nullable
            self.nullable_array_struct = _nullable_array_struct
            self.interface = _interface
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"object":"#)
            self.object.encode(into: &writer)
            writer.raw(#","enum":"#)
            self.enum.encode(into: &writer)
            writer.raw(#","struct":"#)
            self.struct.encode(into: &writer)
            writer.raw(#","array":"#)
            self.array.encode(into: &writer)
            writer.raw(#","dictionary":"#)
            self.dictionary.encode(into: &writer)
            writer.raw(#","stringset":"#)
            self.stringset.encode(into: &writer)
            if let _nullable = self.nullable {
                writer.raw(#","nullable":"#)
                _nullable.encode(into: &writer)
            }
            if let _nullable_array_struct = self.nullable_array_struct {
                writer.raw(#","nullable_array_struct":"#)
                _nullable_array_struct.encode(into: &writer)
            }
            writer.raw(#","interface":"#)
            self.interface.encode(into: &writer)
            writer.endObject()
        }
    }

    package enum Start: VarlinkMethod {
        package typealias Parameters = CertificationInterface.StartParameters
        package typealias Reply = CertificationInterface.StartReply
        package typealias Failure = CertificationInterface.Failure
        package static var name: StaticString { "org.varlink.certification.Start" }
    }

    /// What ``Start`` takes.
    package typealias StartParameters = JSONEmpty

    /// What ``Start`` answers.
    package struct StartReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var client_id: String

        package init(client_id: String) {
            self.client_id = client_id
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _client_id: String?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("client_id", 0) {
                        _client_id = try String(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _client_id else { throw JSONError(.missing, path: "client_id") }
            self.client_id = _client_id
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"client_id":"#)
            self.client_id.encode(into: &writer)
            writer.endObject()
        }
    }

    package enum Test01: VarlinkMethod {
        package typealias Parameters = CertificationInterface.Test01Parameters
        package typealias Reply = CertificationInterface.Test01Reply
        package typealias Failure = CertificationInterface.Failure
        package static var name: StaticString { "org.varlink.certification.Test01" }
    }

    /// What ``Test01`` takes.
    package struct Test01Parameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var client_id: String

        package init(client_id: String) {
            self.client_id = client_id
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _client_id: String?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("client_id", 0) {
                        _client_id = try String(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _client_id else { throw JSONError(.missing, path: "client_id") }
            self.client_id = _client_id
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"client_id":"#)
            self.client_id.encode(into: &writer)
            writer.endObject()
        }
    }

    /// What ``Test01`` answers.
    package struct Test01Reply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var bool: Bool

        package init(bool: Bool) {
            self.bool = bool
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _bool: Bool?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("bool", 0) {
                        _bool = try Bool(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _bool else { throw JSONError(.missing, path: "bool") }
            self.bool = _bool
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"bool":"#)
            self.bool.encode(into: &writer)
            writer.endObject()
        }
    }

    package enum Test02: VarlinkMethod {
        package typealias Parameters = CertificationInterface.Test02Parameters
        package typealias Reply = CertificationInterface.Test02Reply
        package typealias Failure = CertificationInterface.Failure
        package static var name: StaticString { "org.varlink.certification.Test02" }
    }

    /// What ``Test02`` takes.
    package struct Test02Parameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var client_id: String
        package var bool: Bool

        package init(client_id: String, bool: Bool) {
            self.client_id = client_id
            self.bool = bool
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _client_id: String?
            var _bool: Bool?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("client_id", 0) {
                        _client_id = try String(decoding: fields.value)
                    } else if try fields.isField("bool", 1) {
                        _bool = try Bool(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _client_id else { throw JSONError(.missing, path: "client_id") }
            guard let _bool else { throw JSONError(.missing, path: "bool") }
            self.client_id = _client_id
            self.bool = _bool
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"client_id":"#)
            self.client_id.encode(into: &writer)
            writer.raw(#","bool":"#)
            self.bool.encode(into: &writer)
            writer.endObject()
        }
    }

    /// What ``Test02`` answers.
    package struct Test02Reply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var int: Int

        package init(int: Int) {
            self.int = int
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _int: Int?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("int", 0) {
                        _int = try Int(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _int else { throw JSONError(.missing, path: "int") }
            self.int = _int
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"int":"#)
            self.int.encode(into: &writer)
            writer.endObject()
        }
    }

    package enum Test03: VarlinkMethod {
        package typealias Parameters = CertificationInterface.Test03Parameters
        package typealias Reply = CertificationInterface.Test03Reply
        package typealias Failure = CertificationInterface.Failure
        package static var name: StaticString { "org.varlink.certification.Test03" }
    }

    /// What ``Test03`` takes.
    package struct Test03Parameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var client_id: String
        package var int: Int

        package init(client_id: String, int: Int) {
            self.client_id = client_id
            self.int = int
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _client_id: String?
            var _int: Int?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("client_id", 0) {
                        _client_id = try String(decoding: fields.value)
                    } else if try fields.isField("int", 1) {
                        _int = try Int(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _client_id else { throw JSONError(.missing, path: "client_id") }
            guard let _int else { throw JSONError(.missing, path: "int") }
            self.client_id = _client_id
            self.int = _int
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"client_id":"#)
            self.client_id.encode(into: &writer)
            writer.raw(#","int":"#)
            self.int.encode(into: &writer)
            writer.endObject()
        }
    }

    /// What ``Test03`` answers.
    package struct Test03Reply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var float: Double

        package init(float: Double) {
            self.float = float
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _float: Double?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("float", 0) {
                        _float = try Double(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _float else { throw JSONError(.missing, path: "float") }
            self.float = _float
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"float":"#)
            self.float.encode(into: &writer)
            writer.endObject()
        }
    }

    package enum Test04: VarlinkMethod {
        package typealias Parameters = CertificationInterface.Test04Parameters
        package typealias Reply = CertificationInterface.Test04Reply
        package typealias Failure = CertificationInterface.Failure
        package static var name: StaticString { "org.varlink.certification.Test04" }
    }

    /// What ``Test04`` takes.
    package struct Test04Parameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var client_id: String
        package var float: Double

        package init(client_id: String, float: Double) {
            self.client_id = client_id
            self.float = float
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _client_id: String?
            var _float: Double?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("client_id", 0) {
                        _client_id = try String(decoding: fields.value)
                    } else if try fields.isField("float", 1) {
                        _float = try Double(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _client_id else { throw JSONError(.missing, path: "client_id") }
            guard let _float else { throw JSONError(.missing, path: "float") }
            self.client_id = _client_id
            self.float = _float
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"client_id":"#)
            self.client_id.encode(into: &writer)
            writer.raw(#","float":"#)
            self.float.encode(into: &writer)
            writer.endObject()
        }
    }

    /// What ``Test04`` answers.
    package struct Test04Reply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var string: String

        package init(string: String) {
            self.string = string
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _string: String?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("string", 0) {
                        _string = try String(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _string else { throw JSONError(.missing, path: "string") }
            self.string = _string
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"string":"#)
            self.string.encode(into: &writer)
            writer.endObject()
        }
    }

    package enum Test05: VarlinkMethod {
        package typealias Parameters = CertificationInterface.Test05Parameters
        package typealias Reply = CertificationInterface.Test05Reply
        package typealias Failure = CertificationInterface.Failure
        package static var name: StaticString { "org.varlink.certification.Test05" }
    }

    /// What ``Test05`` takes.
    package struct Test05Parameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var client_id: String
        package var string: String

        package init(client_id: String, string: String) {
            self.client_id = client_id
            self.string = string
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _client_id: String?
            var _string: String?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("client_id", 0) {
                        _client_id = try String(decoding: fields.value)
                    } else if try fields.isField("string", 1) {
                        _string = try String(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _client_id else { throw JSONError(.missing, path: "client_id") }
            guard let _string else { throw JSONError(.missing, path: "string") }
            self.client_id = _client_id
            self.string = _string
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"client_id":"#)
            self.client_id.encode(into: &writer)
            writer.raw(#","string":"#)
            self.string.encode(into: &writer)
            writer.endObject()
        }
    }

    /// What ``Test05`` answers.
    package struct Test05Reply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var bool: Bool
        package var int: Int
        package var float: Double
        package var string: String

        package init(bool: Bool, int: Int, float: Double, string: String) {
            self.bool = bool
            self.int = int
            self.float = float
            self.string = string
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _bool: Bool?
            var _int: Int?
            var _float: Double?
            var _string: String?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("bool", 0) {
                        _bool = try Bool(decoding: fields.value)
                    } else if try fields.isField("int", 1) {
                        _int = try Int(decoding: fields.value)
                    } else if try fields.isField("float", 2) {
                        _float = try Double(decoding: fields.value)
                    } else if try fields.isField("string", 3) {
                        _string = try String(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _bool else { throw JSONError(.missing, path: "bool") }
            guard let _int else { throw JSONError(.missing, path: "int") }
            guard let _float else { throw JSONError(.missing, path: "float") }
            guard let _string else { throw JSONError(.missing, path: "string") }
            self.bool = _bool
            self.int = _int
            self.float = _float
            self.string = _string
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"bool":"#)
            self.bool.encode(into: &writer)
            writer.raw(#","int":"#)
            self.int.encode(into: &writer)
            writer.raw(#","float":"#)
            self.float.encode(into: &writer)
            writer.raw(#","string":"#)
            self.string.encode(into: &writer)
            writer.endObject()
        }
    }

    package enum Test06: VarlinkMethod {
        package typealias Parameters = CertificationInterface.Test06Parameters
        package typealias Reply = CertificationInterface.Test06Reply
        package typealias Failure = CertificationInterface.Failure
        package static var name: StaticString { "org.varlink.certification.Test06" }
    }

    /// What ``Test06`` takes.
    package struct Test06Parameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var client_id: String
        package var bool: Bool
        package var int: Int
        package var float: Double
        package var string: String

        package init(client_id: String, bool: Bool, int: Int, float: Double, string: String) {
            self.client_id = client_id
            self.bool = bool
            self.int = int
            self.float = float
            self.string = string
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _client_id: String?
            var _bool: Bool?
            var _int: Int?
            var _float: Double?
            var _string: String?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("client_id", 0) {
                        _client_id = try String(decoding: fields.value)
                    } else if try fields.isField("bool", 1) {
                        _bool = try Bool(decoding: fields.value)
                    } else if try fields.isField("int", 2) {
                        _int = try Int(decoding: fields.value)
                    } else if try fields.isField("float", 3) {
                        _float = try Double(decoding: fields.value)
                    } else if try fields.isField("string", 4) {
                        _string = try String(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _client_id else { throw JSONError(.missing, path: "client_id") }
            guard let _bool else { throw JSONError(.missing, path: "bool") }
            guard let _int else { throw JSONError(.missing, path: "int") }
            guard let _float else { throw JSONError(.missing, path: "float") }
            guard let _string else { throw JSONError(.missing, path: "string") }
            self.client_id = _client_id
            self.bool = _bool
            self.int = _int
            self.float = _float
            self.string = _string
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"client_id":"#)
            self.client_id.encode(into: &writer)
            writer.raw(#","bool":"#)
            self.bool.encode(into: &writer)
            writer.raw(#","int":"#)
            self.int.encode(into: &writer)
            writer.raw(#","float":"#)
            self.float.encode(into: &writer)
            writer.raw(#","string":"#)
            self.string.encode(into: &writer)
            writer.endObject()
        }
    }

    /// What ``Test06`` answers.
    package struct Test06Reply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package struct Struct: JSONDecodable, JSONEncodable, Equatable, Sendable {
            package var bool: Bool
            package var int: Int
            package var float: Double
            package var string: String

            package init(bool: Bool, int: Int, float: Double, string: String) {
                self.bool = bool
                self.int = int
                self.float = float
                self.string = string
            }

            package init(decoding value: borrowing JSONValue) throws(JSONError) {
                var _bool: Bool?
                var _int: Int?
                var _float: Double?
                var _string: String?
                var fields = try value.fields()
                while fields.next() {
                    do throws(JSONError) {
                        if try fields.isField("bool", 0) {
                            _bool = try Bool(decoding: fields.value)
                        } else if try fields.isField("int", 1) {
                            _int = try Int(decoding: fields.value)
                        } else if try fields.isField("float", 2) {
                            _float = try Double(decoding: fields.value)
                        } else if try fields.isField("string", 3) {
                            _string = try String(decoding: fields.value)
                        } else {
                            try fields.skipUnknown()
                        }
                    } catch {
                        throw error.within(fields.name.text)
                    }
                }
                guard let _bool else { throw JSONError(.missing, path: "bool") }
                guard let _int else { throw JSONError(.missing, path: "int") }
                guard let _float else { throw JSONError(.missing, path: "float") }
                guard let _string else { throw JSONError(.missing, path: "string") }
                self.bool = _bool
                self.int = _int
                self.float = _float
                self.string = _string
            }

            package func encode(into writer: inout JSONWriter) {
                writer.raw(#"{"bool":"#)
                self.bool.encode(into: &writer)
                writer.raw(#","int":"#)
                self.int.encode(into: &writer)
                writer.raw(#","float":"#)
                self.float.encode(into: &writer)
                writer.raw(#","string":"#)
                self.string.encode(into: &writer)
                writer.endObject()
            }
        }

        package var `struct`: Struct

        package init(`struct`: Struct) {
            self.struct = `struct`
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _struct: Struct?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("struct", 0) {
                        _struct = try Struct(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _struct else { throw JSONError(.missing, path: "struct") }
            self.struct = _struct
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"struct":"#)
            self.struct.encode(into: &writer)
            writer.endObject()
        }
    }

    package enum Test07: VarlinkMethod {
        package typealias Parameters = CertificationInterface.Test07Parameters
        package typealias Reply = CertificationInterface.Test07Reply
        package typealias Failure = CertificationInterface.Failure
        package static var name: StaticString { "org.varlink.certification.Test07" }
    }

    /// What ``Test07`` takes.
    package struct Test07Parameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package struct Struct: JSONDecodable, JSONEncodable, Equatable, Sendable {
            package var bool: Bool
            package var int: Int
            package var float: Double
            package var string: String

            package init(bool: Bool, int: Int, float: Double, string: String) {
                self.bool = bool
                self.int = int
                self.float = float
                self.string = string
            }

            package init(decoding value: borrowing JSONValue) throws(JSONError) {
                var _bool: Bool?
                var _int: Int?
                var _float: Double?
                var _string: String?
                var fields = try value.fields()
                while fields.next() {
                    do throws(JSONError) {
                        if try fields.isField("bool", 0) {
                            _bool = try Bool(decoding: fields.value)
                        } else if try fields.isField("int", 1) {
                            _int = try Int(decoding: fields.value)
                        } else if try fields.isField("float", 2) {
                            _float = try Double(decoding: fields.value)
                        } else if try fields.isField("string", 3) {
                            _string = try String(decoding: fields.value)
                        } else {
                            try fields.skipUnknown()
                        }
                    } catch {
                        throw error.within(fields.name.text)
                    }
                }
                guard let _bool else { throw JSONError(.missing, path: "bool") }
                guard let _int else { throw JSONError(.missing, path: "int") }
                guard let _float else { throw JSONError(.missing, path: "float") }
                guard let _string else { throw JSONError(.missing, path: "string") }
                self.bool = _bool
                self.int = _int
                self.float = _float
                self.string = _string
            }

            package func encode(into writer: inout JSONWriter) {
                writer.raw(#"{"bool":"#)
                self.bool.encode(into: &writer)
                writer.raw(#","int":"#)
                self.int.encode(into: &writer)
                writer.raw(#","float":"#)
                self.float.encode(into: &writer)
                writer.raw(#","string":"#)
                self.string.encode(into: &writer)
                writer.endObject()
            }
        }

        package var client_id: String
        package var `struct`: Struct

        package init(client_id: String, `struct`: Struct) {
            self.client_id = client_id
            self.struct = `struct`
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _client_id: String?
            var _struct: Struct?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("client_id", 0) {
                        _client_id = try String(decoding: fields.value)
                    } else if try fields.isField("struct", 1) {
                        _struct = try Struct(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _client_id else { throw JSONError(.missing, path: "client_id") }
            guard let _struct else { throw JSONError(.missing, path: "struct") }
            self.client_id = _client_id
            self.struct = _struct
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"client_id":"#)
            self.client_id.encode(into: &writer)
            writer.raw(#","struct":"#)
            self.struct.encode(into: &writer)
            writer.endObject()
        }
    }

    /// What ``Test07`` answers.
    package struct Test07Reply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var map: [String: String]

        package init(map: [String: String]) {
            self.map = map
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _map: [String: String]?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("map", 0) {
                        _map = try [String: String](decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _map else { throw JSONError(.missing, path: "map") }
            self.map = _map
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"map":"#)
            self.map.encode(into: &writer)
            writer.endObject()
        }
    }

    package enum Test08: VarlinkMethod {
        package typealias Parameters = CertificationInterface.Test08Parameters
        package typealias Reply = CertificationInterface.Test08Reply
        package typealias Failure = CertificationInterface.Failure
        package static var name: StaticString { "org.varlink.certification.Test08" }
    }

    /// What ``Test08`` takes.
    package struct Test08Parameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var client_id: String
        package var map: [String: String]

        package init(client_id: String, map: [String: String]) {
            self.client_id = client_id
            self.map = map
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _client_id: String?
            var _map: [String: String]?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("client_id", 0) {
                        _client_id = try String(decoding: fields.value)
                    } else if try fields.isField("map", 1) {
                        _map = try [String: String](decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _client_id else { throw JSONError(.missing, path: "client_id") }
            guard let _map else { throw JSONError(.missing, path: "map") }
            self.client_id = _client_id
            self.map = _map
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"client_id":"#)
            self.client_id.encode(into: &writer)
            writer.raw(#","map":"#)
            self.map.encode(into: &writer)
            writer.endObject()
        }
    }

    /// What ``Test08`` answers.
    package struct Test08Reply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var set: Set<String>

        package init(set: Set<String>) {
            self.set = set
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _set: Set<String>?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("set", 0) {
                        _set = try Set<String>(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _set else { throw JSONError(.missing, path: "set") }
            self.set = _set
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"set":"#)
            self.set.encode(into: &writer)
            writer.endObject()
        }
    }

    package enum Test09: VarlinkMethod {
        package typealias Parameters = CertificationInterface.Test09Parameters
        package typealias Reply = CertificationInterface.Test09Reply
        package typealias Failure = CertificationInterface.Failure
        package static var name: StaticString { "org.varlink.certification.Test09" }
    }

    /// What ``Test09`` takes.
    package struct Test09Parameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var client_id: String
        package var set: Set<String>

        package init(client_id: String, set: Set<String>) {
            self.client_id = client_id
            self.set = set
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _client_id: String?
            var _set: Set<String>?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("client_id", 0) {
                        _client_id = try String(decoding: fields.value)
                    } else if try fields.isField("set", 1) {
                        _set = try Set<String>(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _client_id else { throw JSONError(.missing, path: "client_id") }
            guard let _set else { throw JSONError(.missing, path: "set") }
            self.client_id = _client_id
            self.set = _set
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"client_id":"#)
            self.client_id.encode(into: &writer)
            writer.raw(#","set":"#)
            self.set.encode(into: &writer)
            writer.endObject()
        }
    }

    /// What ``Test09`` answers.
    package struct Test09Reply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var mytype: CertificationInterface.MyType

        package init(mytype: CertificationInterface.MyType) {
            self.mytype = mytype
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _mytype: CertificationInterface.MyType?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("mytype", 0) {
                        _mytype = try CertificationInterface.MyType(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _mytype else { throw JSONError(.missing, path: "mytype") }
            self.mytype = _mytype
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"mytype":"#)
            self.mytype.encode(into: &writer)
            writer.endObject()
        }
    }

    /// returns more than one reply with "continues"
    package enum Test10: VarlinkMethod {
        package typealias Parameters = CertificationInterface.Test10Parameters
        package typealias Reply = CertificationInterface.Test10Reply
        package typealias Failure = CertificationInterface.Failure
        package static var name: StaticString { "org.varlink.certification.Test10" }
    }

    /// What ``Test10`` takes.
    package struct Test10Parameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var client_id: String
        package var mytype: CertificationInterface.MyType

        package init(client_id: String, mytype: CertificationInterface.MyType) {
            self.client_id = client_id
            self.mytype = mytype
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _client_id: String?
            var _mytype: CertificationInterface.MyType?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("client_id", 0) {
                        _client_id = try String(decoding: fields.value)
                    } else if try fields.isField("mytype", 1) {
                        _mytype = try CertificationInterface.MyType(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _client_id else { throw JSONError(.missing, path: "client_id") }
            guard let _mytype else { throw JSONError(.missing, path: "mytype") }
            self.client_id = _client_id
            self.mytype = _mytype
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"client_id":"#)
            self.client_id.encode(into: &writer)
            writer.raw(#","mytype":"#)
            self.mytype.encode(into: &writer)
            writer.endObject()
        }
    }

    /// What ``Test10`` answers.
    package struct Test10Reply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var string: String

        package init(string: String) {
            self.string = string
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _string: String?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("string", 0) {
                        _string = try String(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _string else { throw JSONError(.missing, path: "string") }
            self.string = _string
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"string":"#)
            self.string.encode(into: &writer)
            writer.endObject()
        }
    }

    /// must be called as "oneway"
    package enum Test11: VarlinkMethod {
        package typealias Parameters = CertificationInterface.Test11Parameters
        package typealias Reply = CertificationInterface.Test11Reply
        package typealias Failure = CertificationInterface.Failure
        package static var name: StaticString { "org.varlink.certification.Test11" }
    }

    /// What ``Test11`` takes.
    package struct Test11Parameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var client_id: String
        package var last_more_replies: [String]

        package init(client_id: String, last_more_replies: [String]) {
            self.client_id = client_id
            self.last_more_replies = last_more_replies
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _client_id: String?
            var _last_more_replies: [String]?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("client_id", 0) {
                        _client_id = try String(decoding: fields.value)
                    } else if try fields.isField("last_more_replies", 1) {
                        _last_more_replies = try [String](decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _client_id else { throw JSONError(.missing, path: "client_id") }
            guard let _last_more_replies else { throw JSONError(.missing, path: "last_more_replies") }
            self.client_id = _client_id
            self.last_more_replies = _last_more_replies
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"client_id":"#)
            self.client_id.encode(into: &writer)
            writer.raw(#","last_more_replies":"#)
            self.last_more_replies.encode(into: &writer)
            writer.endObject()
        }
    }

    /// What ``Test11`` answers.
    package typealias Test11Reply = JSONEmpty

    package enum End: VarlinkMethod {
        package typealias Parameters = CertificationInterface.EndParameters
        package typealias Reply = CertificationInterface.EndReply
        package typealias Failure = CertificationInterface.Failure
        package static var name: StaticString { "org.varlink.certification.End" }
    }

    /// What ``End`` takes.
    package struct EndParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var client_id: String

        package init(client_id: String) {
            self.client_id = client_id
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _client_id: String?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("client_id", 0) {
                        _client_id = try String(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _client_id else { throw JSONError(.missing, path: "client_id") }
            self.client_id = _client_id
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"client_id":"#)
            self.client_id.encode(into: &writer)
            writer.endObject()
        }
    }

    /// What ``End`` answers.
    package struct EndReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var all_ok: Bool

        package init(all_ok: Bool) {
            self.all_ok = all_ok
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _all_ok: Bool?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("all_ok", 0) {
                        _all_ok = try Bool(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _all_ok else { throw JSONError(.missing, path: "all_ok") }
            self.all_ok = _all_ok
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"all_ok":"#)
            self.all_ok.encode(into: &writer)
            writer.endObject()
        }
    }

    /// The errors that org.varlink.certification declares.
    package enum Failure: VarlinkFailure, Equatable {
        case clientIdError
        case certificationError(wants: JSONText, got: JSONText)
        /// An error that every method may answer.
        case service(ServiceInterface.Failure)

        package var errorName: StaticString {
            switch self {
                case .clientIdError: "org.varlink.certification.ClientIdError"
                case .certificationError: "org.varlink.certification.CertificationError"
                case .service(let failure): failure.errorName
            }
        }

        package func encodeParameters(into writer: inout JSONWriter) {
            switch self {
                case .clientIdError:
                    writer.beginObject()
                    writer.endObject()
                case .certificationError(let _wants, let _got):
                    writer.raw(#"{"wants":"#)
                    _wants.encode(into: &writer)
                    writer.raw(#","got":"#)
                    _got.encode(into: &writer)
                    writer.endObject()
                case .service(let failure): failure.encodeParameters(into: &writer)
            }
        }

        package init?(
            errorName: borrowing JSONString, parameters: borrowing JSONValue
        ) throws(JSONError) {
            if errorName.equals("org.varlink.certification.ClientIdError") {
                _ = try JSONEmpty(decoding: parameters)
                self = .clientIdError
                return
            }
            if errorName.equals("org.varlink.certification.CertificationError") {
                var _wants: JSONText?
                var _got: JSONText?
                var fields = try parameters.fields()
                while fields.next() {
                    do throws(JSONError) {
                        if try fields.isField("wants", 0) {
                            _wants = try JSONText(decoding: fields.value)
                        } else if try fields.isField("got", 1) {
                            _got = try JSONText(decoding: fields.value)
                        } else {
                            try fields.skipUnknown()
                        }
                    } catch {
                        throw error.within(fields.name.text)
                    }
                }
                guard let _wants else { throw JSONError(.missing, path: "wants") }
                guard let _got else { throw JSONError(.missing, path: "got") }
                self = .certificationError(wants: _wants, got: _got)
                return
            }
            guard let failure = try ServiceInterface.Failure(errorName: errorName, parameters: parameters)
            else { return nil }
            self = .service(failure)
        }
    }
}

/// Answers the calls of org.varlink.certification. What a method throws is its answer.
package protocol CertificationHandler: AnyObject {
    func start(
        _ parameters: CertificationInterface.StartParameters,
        _ call: VarlinkCall<CertificationInterface.Start>
    ) throws(CertificationInterface.Failure)

    func test01(
        _ parameters: CertificationInterface.Test01Parameters,
        _ call: VarlinkCall<CertificationInterface.Test01>
    ) throws(CertificationInterface.Failure)

    func test02(
        _ parameters: CertificationInterface.Test02Parameters,
        _ call: VarlinkCall<CertificationInterface.Test02>
    ) throws(CertificationInterface.Failure)

    func test03(
        _ parameters: CertificationInterface.Test03Parameters,
        _ call: VarlinkCall<CertificationInterface.Test03>
    ) throws(CertificationInterface.Failure)

    func test04(
        _ parameters: CertificationInterface.Test04Parameters,
        _ call: VarlinkCall<CertificationInterface.Test04>
    ) throws(CertificationInterface.Failure)

    func test05(
        _ parameters: CertificationInterface.Test05Parameters,
        _ call: VarlinkCall<CertificationInterface.Test05>
    ) throws(CertificationInterface.Failure)

    func test06(
        _ parameters: CertificationInterface.Test06Parameters,
        _ call: VarlinkCall<CertificationInterface.Test06>
    ) throws(CertificationInterface.Failure)

    func test07(
        _ parameters: CertificationInterface.Test07Parameters,
        _ call: VarlinkCall<CertificationInterface.Test07>
    ) throws(CertificationInterface.Failure)

    func test08(
        _ parameters: CertificationInterface.Test08Parameters,
        _ call: VarlinkCall<CertificationInterface.Test08>
    ) throws(CertificationInterface.Failure)

    func test09(
        _ parameters: CertificationInterface.Test09Parameters,
        _ call: VarlinkCall<CertificationInterface.Test09>
    ) throws(CertificationInterface.Failure)

    /// returns more than one reply with "continues"
    func test10(
        _ parameters: CertificationInterface.Test10Parameters,
        _ call: VarlinkCall<CertificationInterface.Test10>
    ) throws(CertificationInterface.Failure)

    /// must be called as "oneway"
    func test11(
        _ parameters: CertificationInterface.Test11Parameters,
        _ call: VarlinkCall<CertificationInterface.Test11>
    ) throws(CertificationInterface.Failure)

    func end(
        _ parameters: CertificationInterface.EndParameters,
        _ call: VarlinkCall<CertificationInterface.End>
    ) throws(CertificationInterface.Failure)
}

/// Decodes the calls of org.varlink.certification for a handler, which it holds.
package final class CertificationDispatcher: VarlinkInterface {
    private let handler: any CertificationHandler

    package init(_ handler: any CertificationHandler) {
        self.handler = handler
    }

    package var name: StaticString { CertificationInterface.name }
    package var description: StaticString { CertificationInterface.text }

    package func dispatch(_ incoming: borrowing VarlinkIncoming) throws(JSONError) -> Bool {
        if incoming.isMethod("Start") {
            let parameters = try CertificationInterface.StartParameters(decoding: incoming.parameters)
            let call = incoming.call(of: CertificationInterface.Start.self)
            do throws(CertificationInterface.Failure) {
                try handler.start(parameters, call)
            } catch {
                call.fail(error)
            }
            return true
        }
        if incoming.isMethod("Test01") {
            let parameters = try CertificationInterface.Test01Parameters(decoding: incoming.parameters)
            let call = incoming.call(of: CertificationInterface.Test01.self)
            do throws(CertificationInterface.Failure) {
                try handler.test01(parameters, call)
            } catch {
                call.fail(error)
            }
            return true
        }
        if incoming.isMethod("Test02") {
            let parameters = try CertificationInterface.Test02Parameters(decoding: incoming.parameters)
            let call = incoming.call(of: CertificationInterface.Test02.self)
            do throws(CertificationInterface.Failure) {
                try handler.test02(parameters, call)
            } catch {
                call.fail(error)
            }
            return true
        }
        if incoming.isMethod("Test03") {
            let parameters = try CertificationInterface.Test03Parameters(decoding: incoming.parameters)
            let call = incoming.call(of: CertificationInterface.Test03.self)
            do throws(CertificationInterface.Failure) {
                try handler.test03(parameters, call)
            } catch {
                call.fail(error)
            }
            return true
        }
        if incoming.isMethod("Test04") {
            let parameters = try CertificationInterface.Test04Parameters(decoding: incoming.parameters)
            let call = incoming.call(of: CertificationInterface.Test04.self)
            do throws(CertificationInterface.Failure) {
                try handler.test04(parameters, call)
            } catch {
                call.fail(error)
            }
            return true
        }
        if incoming.isMethod("Test05") {
            let parameters = try CertificationInterface.Test05Parameters(decoding: incoming.parameters)
            let call = incoming.call(of: CertificationInterface.Test05.self)
            do throws(CertificationInterface.Failure) {
                try handler.test05(parameters, call)
            } catch {
                call.fail(error)
            }
            return true
        }
        if incoming.isMethod("Test06") {
            let parameters = try CertificationInterface.Test06Parameters(decoding: incoming.parameters)
            let call = incoming.call(of: CertificationInterface.Test06.self)
            do throws(CertificationInterface.Failure) {
                try handler.test06(parameters, call)
            } catch {
                call.fail(error)
            }
            return true
        }
        if incoming.isMethod("Test07") {
            let parameters = try CertificationInterface.Test07Parameters(decoding: incoming.parameters)
            let call = incoming.call(of: CertificationInterface.Test07.self)
            do throws(CertificationInterface.Failure) {
                try handler.test07(parameters, call)
            } catch {
                call.fail(error)
            }
            return true
        }
        if incoming.isMethod("Test08") {
            let parameters = try CertificationInterface.Test08Parameters(decoding: incoming.parameters)
            let call = incoming.call(of: CertificationInterface.Test08.self)
            do throws(CertificationInterface.Failure) {
                try handler.test08(parameters, call)
            } catch {
                call.fail(error)
            }
            return true
        }
        if incoming.isMethod("Test09") {
            let parameters = try CertificationInterface.Test09Parameters(decoding: incoming.parameters)
            let call = incoming.call(of: CertificationInterface.Test09.self)
            do throws(CertificationInterface.Failure) {
                try handler.test09(parameters, call)
            } catch {
                call.fail(error)
            }
            return true
        }
        if incoming.isMethod("Test10") {
            let parameters = try CertificationInterface.Test10Parameters(decoding: incoming.parameters)
            let call = incoming.call(of: CertificationInterface.Test10.self)
            do throws(CertificationInterface.Failure) {
                try handler.test10(parameters, call)
            } catch {
                call.fail(error)
            }
            return true
        }
        if incoming.isMethod("Test11") {
            let parameters = try CertificationInterface.Test11Parameters(decoding: incoming.parameters)
            let call = incoming.call(of: CertificationInterface.Test11.self)
            do throws(CertificationInterface.Failure) {
                try handler.test11(parameters, call)
            } catch {
                call.fail(error)
            }
            return true
        }
        if incoming.isMethod("End") {
            let parameters = try CertificationInterface.EndParameters(decoding: incoming.parameters)
            let call = incoming.call(of: CertificationInterface.End.self)
            do throws(CertificationInterface.Failure) {
                try handler.end(parameters, call)
            } catch {
                call.fail(error)
            }
            return true
        }
        return false
    }
}
