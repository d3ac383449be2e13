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
    package static var text: StaticString { ##"# Interface to test varlink implementations against.\##n# First you write a varlink client calling:\##n# Start, Test01, Test02, …, Test09, End\##n# The return value of the previous call should be the argument of the next call.\##n# Then you test this client against well known servers like python or rust from\##n# https://github.com/varlink/\##n#\##n# Next you write a varlink server providing the same service as the well known ones.\##n# Now run your client against it and run well known clients like python or rust\##n# from https://github.com/varlink/ against your server. If all works out, then\##n# your new language bindings should be varlink certified.\##ninterface org.varlink.certification\##n\##ntype Interface (\##n  foo: ?[]?[string](foo, bar, baz),\##n  anon: (foo: bool, bar: bool)\##n)\##n\##ntype MyType (\##n  object: object,\##n  enum: (one, two, three),\##n  struct: (first: int, second: string),\##n  array: []string,\##n  dictionary: [string]string,\##n  stringset: [string](),\##n  nullable: ?string,\##n  nullable_array_struct: ?[](first: int, second: string),\##n  interface: Interface\##n)\##n\##nmethod Start() -> (client_id: string)\##n\##nmethod Test01(client_id: string) -> (bool: bool)\##n\##nmethod Test02(client_id: string, bool: bool) -> (int: int)\##n\##nmethod Test03(client_id: string, int: int) -> (float: float)\##n\##nmethod Test04(client_id: string, float: float) -> (string: string)\##n\##nmethod Test05(client_id: string, string: string) -> (\##n  bool: bool,\##n  int: int,\##n  float: float,\##n  string: string\##n)\##n\##nmethod Test06(\##n  client_id: string,\##n  bool: bool,\##n  int: int,\##n  float: float,\##n  string: string\##n) -> (\##n  struct: (\##n    bool: bool,\##n    int: int,\##n    float: float,\##n    string: string\##n  )\##n)\##n\##nmethod Test07(\##n  client_id: string,\##n  struct: (\##n    bool: bool,\##n    int: int,\##n    float: float,\##n    string: string\##n  )\##n) -> (map: [string]string)\##n\##nmethod Test08(client_id: string, map: [string]string) -> (set: [string]())\##n\##nmethod Test09(client_id: string, set: [string]()) -> (mytype: MyType)\##n\##n# returns more than one reply with "continues"\##nmethod Test10(client_id: string, mytype: MyType) -> (string: string)\##n\##n# must be called as "oneway"\##nmethod Test11(client_id: string, last_more_replies: []string) -> ()\##n\##nmethod End(client_id: string) -> (all_ok: bool)\##n\##nerror ClientIdError ()\##nerror CertificationError (wants: object, got: object)\##n"## }

    package struct Interface: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package enum Foo: String, JSONEnumeration { case foo, bar, baz }

        package struct Anon: JSONDecodable, JSONEncodable, Equatable, Sendable {
            package var foo: Bool
            package var bar: Bool
            package init(foo: Bool, bar: Bool) { self.foo = foo; self.bar = bar }
            package init(decoding value: borrowing JSONValue) throws(JSONError) {
                var fields = try value.fields("\u{3}foo\u{3}bar")
                var _foo: Bool?, _bar: Bool?
                while let field = try fields.next() { switch field {
                    case 0: try fields.read(&_foo)
                    default: try fields.read(&_bar)
                } }
                guard let _foo, let _bar else { throw fields.missing(3) }
                self.foo = _foo; self.bar = _bar
            }
            package func encode(into writer: inout JSONWriter) {
                writer.field(#"{"foo":"#, self.foo)
                writer.field(#","bar":"#, self.bar)
                writer.endObject()
            }
        }

        package var foo: [[String: Foo]?]?
        package var anon: Anon
        package init(foo: [[String: Foo]?]? = nil, anon: Anon) { self.foo = foo; self.anon = anon }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{3}foo\u{4}anon")
            var _foo: [[String: Foo]?]?, _anon: Anon?
            while let field = try fields.next() { switch field {
                case 0: try fields.readOptional(&_foo)
                default: try fields.read(&_anon)
            } }
            guard let _anon else { throw fields.missing(2) }
            self.foo = _foo; self.anon = _anon
        }
        package func encode(into writer: inout JSONWriter) {
            writer.beginObject()
            writer.optionalOrFirst(#","foo":"#, self.foo)
            writer.fieldOrFirst(#","anon":"#, self.anon)
            writer.endObject()
        }
    }

    package struct MyType: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package enum Enum: String, JSONEnumeration { case one, two, three }

        package struct Struct: JSONDecodable, JSONEncodable, Equatable, Sendable {
            package var first: Int
            package var second: String
            package init(first: Int, second: String) { self.first = first; self.second = second }
            package init(decoding value: borrowing JSONValue) throws(JSONError) {
                var fields = try value.fields("\u{5}first\u{6}second")
                var _first: Int?, _second: String?
                while let field = try fields.next() { switch field {
                    case 0: try fields.read(&_first)
                    default: try fields.read(&_second)
                } }
                guard let _first, let _second else { throw fields.missing(3) }
                self.first = _first; self.second = _second
            }
            package func encode(into writer: inout JSONWriter) {
                writer.field(#"{"first":"#, self.first)
                writer.field(#","second":"#, self.second)
                writer.endObject()
            }
        }

        package struct NullableArrayStruct: JSONDecodable, JSONEncodable, Equatable, Sendable {
            package var first: Int
            package var second: String
            package init(first: Int, second: String) { self.first = first; self.second = second }
            package init(decoding value: borrowing JSONValue) throws(JSONError) {
                var fields = try value.fields("\u{5}first\u{6}second")
                var _first: Int?, _second: String?
                while let field = try fields.next() { switch field {
                    case 0: try fields.read(&_first)
                    default: try fields.read(&_second)
                } }
                guard let _first, let _second else { throw fields.missing(3) }
                self.first = _first; self.second = _second
            }
            package func encode(into writer: inout JSONWriter) {
                writer.field(#"{"first":"#, self.first)
                writer.field(#","second":"#, self.second)
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
        package init(object: JSONText, `enum`: Enum, `struct`: Struct, array: [String], dictionary: [String: String], stringset: Set<String>, nullable: String? = nil, nullable_array_struct: [NullableArrayStruct]? = nil, interface: CertificationInterface.Interface) { self.object = object; self.enum = `enum`; self.struct = `struct`; self.array = array; self.dictionary = dictionary; self.stringset = stringset; self.nullable = nullable; self.nullable_array_struct = nullable_array_struct; self.interface = interface }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}object\u{4}enum\u{6}struct\u{5}array\u{a}dictionary\u{9}stringset\u{8}nullable\u{15}nullable_array_struct\u{9}interface")
            var _object: JSONText?, _enum: Enum?, _struct: Struct?, _array: [String]?, _dictionary: [String: String]?, _stringset: Set<String>?, _nullable: String?, _nullable_array_struct: [NullableArrayStruct]?, _interface: CertificationInterface.Interface?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_object)
                case 1: try fields.read(&_enum)
                case 2: try fields.read(&_struct)
                case 3: try fields.read(&_array)
                case 4: try fields.read(&_dictionary)
                case 5: try fields.read(&_stringset)
                case 6: try fields.readOptional(&_nullable)
                case 7: try fields.readOptional(&_nullable_array_struct)
                default: try fields.read(&_interface)
            } }
            guard let _object, let _enum, let _struct, let _array, let _dictionary, let _stringset, let _interface else { throw fields.missing(319) }
            self.object = _object; self.enum = _enum; self.struct = _struct; self.array = _array; self.dictionary = _dictionary; self.stringset = _stringset; self.nullable = _nullable; self.nullable_array_struct = _nullable_array_struct; self.interface = _interface
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"object":"#, self.object)
            writer.field(#","enum":"#, self.enum)
            writer.field(#","struct":"#, self.struct)
            writer.field(#","array":"#, self.array)
            writer.field(#","dictionary":"#, self.dictionary)
            writer.field(#","stringset":"#, self.stringset)
            writer.optional(#","nullable":"#, self.nullable)
            writer.optional(#","nullable_array_struct":"#, self.nullable_array_struct)
            writer.field(#","interface":"#, self.interface)
            writer.endObject()
        }
    }

    package enum Start: VarlinkMethod {
        package typealias Parameters = CertificationInterface.StartParameters; package typealias Reply = CertificationInterface.StartReply; package typealias Failure = CertificationInterface.Failure
        package static var name: StaticString { "org.varlink.certification.Start" }
    }

    /// The parameters of ``Start``.
    package typealias StartParameters = JSONEmpty

    /// The reply to ``Start``.
    package struct StartReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var client_id: String
        package init(client_id: String) { self.client_id = client_id }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{9}client_id")
            var _client_id: String?
            while let field = try fields.next() { switch field {
                default: try fields.read(&_client_id)
            } }
            guard let _client_id else { throw fields.missing(1) }
            self.client_id = _client_id
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"client_id":"#, self.client_id)
            writer.endObject()
        }
    }

    package enum Test01: VarlinkMethod {
        package typealias Parameters = CertificationInterface.Test01Parameters; package typealias Reply = CertificationInterface.Test01Reply; package typealias Failure = CertificationInterface.Failure
        package static var name: StaticString { "org.varlink.certification.Test01" }
    }

    /// The parameters of ``Test01``.
    package struct Test01Parameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var client_id: String
        package init(client_id: String) { self.client_id = client_id }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{9}client_id")
            var _client_id: String?
            while let field = try fields.next() { switch field {
                default: try fields.read(&_client_id)
            } }
            guard let _client_id else { throw fields.missing(1) }
            self.client_id = _client_id
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"client_id":"#, self.client_id)
            writer.endObject()
        }
    }

    /// The reply to ``Test01``.
    package struct Test01Reply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var bool: Bool
        package init(bool: Bool) { self.bool = bool }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{4}bool")
            var _bool: Bool?
            while let field = try fields.next() { switch field {
                default: try fields.read(&_bool)
            } }
            guard let _bool else { throw fields.missing(1) }
            self.bool = _bool
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"bool":"#, self.bool)
            writer.endObject()
        }
    }

    package enum Test02: VarlinkMethod {
        package typealias Parameters = CertificationInterface.Test02Parameters; package typealias Reply = CertificationInterface.Test02Reply; package typealias Failure = CertificationInterface.Failure
        package static var name: StaticString { "org.varlink.certification.Test02" }
    }

    /// The parameters of ``Test02``.
    package struct Test02Parameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var client_id: String
        package var bool: Bool
        package init(client_id: String, bool: Bool) { self.client_id = client_id; self.bool = bool }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{9}client_id\u{4}bool")
            var _client_id: String?, _bool: Bool?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_client_id)
                default: try fields.read(&_bool)
            } }
            guard let _client_id, let _bool else { throw fields.missing(3) }
            self.client_id = _client_id; self.bool = _bool
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"client_id":"#, self.client_id)
            writer.field(#","bool":"#, self.bool)
            writer.endObject()
        }
    }

    /// The reply to ``Test02``.
    package struct Test02Reply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var int: Int
        package init(int: Int) { self.int = int }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{3}int")
            var _int: Int?
            while let field = try fields.next() { switch field {
                default: try fields.read(&_int)
            } }
            guard let _int else { throw fields.missing(1) }
            self.int = _int
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"int":"#, self.int)
            writer.endObject()
        }
    }

    package enum Test03: VarlinkMethod {
        package typealias Parameters = CertificationInterface.Test03Parameters; package typealias Reply = CertificationInterface.Test03Reply; package typealias Failure = CertificationInterface.Failure
        package static var name: StaticString { "org.varlink.certification.Test03" }
    }

    /// The parameters of ``Test03``.
    package struct Test03Parameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var client_id: String
        package var int: Int
        package init(client_id: String, int: Int) { self.client_id = client_id; self.int = int }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{9}client_id\u{3}int")
            var _client_id: String?, _int: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_client_id)
                default: try fields.read(&_int)
            } }
            guard let _client_id, let _int else { throw fields.missing(3) }
            self.client_id = _client_id; self.int = _int
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"client_id":"#, self.client_id)
            writer.field(#","int":"#, self.int)
            writer.endObject()
        }
    }

    /// The reply to ``Test03``.
    package struct Test03Reply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var float: Double
        package init(float: Double) { self.float = float }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{5}float")
            var _float: Double?
            while let field = try fields.next() { switch field {
                default: try fields.read(&_float)
            } }
            guard let _float else { throw fields.missing(1) }
            self.float = _float
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"float":"#, self.float)
            writer.endObject()
        }
    }

    package enum Test04: VarlinkMethod {
        package typealias Parameters = CertificationInterface.Test04Parameters; package typealias Reply = CertificationInterface.Test04Reply; package typealias Failure = CertificationInterface.Failure
        package static var name: StaticString { "org.varlink.certification.Test04" }
    }

    /// The parameters of ``Test04``.
    package struct Test04Parameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var client_id: String
        package var float: Double
        package init(client_id: String, float: Double) { self.client_id = client_id; self.float = float }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{9}client_id\u{5}float")
            var _client_id: String?, _float: Double?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_client_id)
                default: try fields.read(&_float)
            } }
            guard let _client_id, let _float else { throw fields.missing(3) }
            self.client_id = _client_id; self.float = _float
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"client_id":"#, self.client_id)
            writer.field(#","float":"#, self.float)
            writer.endObject()
        }
    }

    /// The reply to ``Test04``.
    package struct Test04Reply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var string: String
        package init(string: String) { self.string = string }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}string")
            var _string: String?
            while let field = try fields.next() { switch field {
                default: try fields.read(&_string)
            } }
            guard let _string else { throw fields.missing(1) }
            self.string = _string
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"string":"#, self.string)
            writer.endObject()
        }
    }

    package enum Test05: VarlinkMethod {
        package typealias Parameters = CertificationInterface.Test05Parameters; package typealias Reply = CertificationInterface.Test05Reply; package typealias Failure = CertificationInterface.Failure
        package static var name: StaticString { "org.varlink.certification.Test05" }
    }

    /// The parameters of ``Test05``.
    package struct Test05Parameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var client_id: String
        package var string: String
        package init(client_id: String, string: String) { self.client_id = client_id; self.string = string }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{9}client_id\u{6}string")
            var _client_id: String?, _string: String?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_client_id)
                default: try fields.read(&_string)
            } }
            guard let _client_id, let _string else { throw fields.missing(3) }
            self.client_id = _client_id; self.string = _string
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"client_id":"#, self.client_id)
            writer.field(#","string":"#, self.string)
            writer.endObject()
        }
    }

    /// The reply to ``Test05``.
    package struct Test05Reply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var bool: Bool
        package var int: Int
        package var float: Double
        package var string: String
        package init(bool: Bool, int: Int, float: Double, string: String) { self.bool = bool; self.int = int; self.float = float; self.string = string }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{4}bool\u{3}int\u{5}float\u{6}string")
            var _bool: Bool?, _int: Int?, _float: Double?, _string: String?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_bool)
                case 1: try fields.read(&_int)
                case 2: try fields.read(&_float)
                default: try fields.read(&_string)
            } }
            guard let _bool, let _int, let _float, let _string else { throw fields.missing(15) }
            self.bool = _bool; self.int = _int; self.float = _float; self.string = _string
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"bool":"#, self.bool)
            writer.field(#","int":"#, self.int)
            writer.field(#","float":"#, self.float)
            writer.field(#","string":"#, self.string)
            writer.endObject()
        }
    }

    package enum Test06: VarlinkMethod {
        package typealias Parameters = CertificationInterface.Test06Parameters; package typealias Reply = CertificationInterface.Test06Reply; package typealias Failure = CertificationInterface.Failure
        package static var name: StaticString { "org.varlink.certification.Test06" }
    }

    /// The parameters of ``Test06``.
    package struct Test06Parameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var client_id: String
        package var bool: Bool
        package var int: Int
        package var float: Double
        package var string: String
        package init(client_id: String, bool: Bool, int: Int, float: Double, string: String) { self.client_id = client_id; self.bool = bool; self.int = int; self.float = float; self.string = string }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{9}client_id\u{4}bool\u{3}int\u{5}float\u{6}string")
            var _client_id: String?, _bool: Bool?, _int: Int?, _float: Double?, _string: String?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_client_id)
                case 1: try fields.read(&_bool)
                case 2: try fields.read(&_int)
                case 3: try fields.read(&_float)
                default: try fields.read(&_string)
            } }
            guard let _client_id, let _bool, let _int, let _float, let _string else { throw fields.missing(31) }
            self.client_id = _client_id; self.bool = _bool; self.int = _int; self.float = _float; self.string = _string
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"client_id":"#, self.client_id)
            writer.field(#","bool":"#, self.bool)
            writer.field(#","int":"#, self.int)
            writer.field(#","float":"#, self.float)
            writer.field(#","string":"#, self.string)
            writer.endObject()
        }
    }

    /// The reply to ``Test06``.
    package struct Test06Reply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package struct Struct: JSONDecodable, JSONEncodable, Equatable, Sendable {
            package var bool: Bool
            package var int: Int
            package var float: Double
            package var string: String
            package init(bool: Bool, int: Int, float: Double, string: String) { self.bool = bool; self.int = int; self.float = float; self.string = string }
            package init(decoding value: borrowing JSONValue) throws(JSONError) {
                var fields = try value.fields("\u{4}bool\u{3}int\u{5}float\u{6}string")
                var _bool: Bool?, _int: Int?, _float: Double?, _string: String?
                while let field = try fields.next() { switch field {
                    case 0: try fields.read(&_bool)
                    case 1: try fields.read(&_int)
                    case 2: try fields.read(&_float)
                    default: try fields.read(&_string)
                } }
                guard let _bool, let _int, let _float, let _string else { throw fields.missing(15) }
                self.bool = _bool; self.int = _int; self.float = _float; self.string = _string
            }
            package func encode(into writer: inout JSONWriter) {
                writer.field(#"{"bool":"#, self.bool)
                writer.field(#","int":"#, self.int)
                writer.field(#","float":"#, self.float)
                writer.field(#","string":"#, self.string)
                writer.endObject()
            }
        }

        package var `struct`: Struct
        package init(`struct`: Struct) { self.struct = `struct` }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}struct")
            var _struct: Struct?
            while let field = try fields.next() { switch field {
                default: try fields.read(&_struct)
            } }
            guard let _struct else { throw fields.missing(1) }
            self.struct = _struct
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"struct":"#, self.struct)
            writer.endObject()
        }
    }

    package enum Test07: VarlinkMethod {
        package typealias Parameters = CertificationInterface.Test07Parameters; package typealias Reply = CertificationInterface.Test07Reply; package typealias Failure = CertificationInterface.Failure
        package static var name: StaticString { "org.varlink.certification.Test07" }
    }

    /// The parameters of ``Test07``.
    package struct Test07Parameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package struct Struct: JSONDecodable, JSONEncodable, Equatable, Sendable {
            package var bool: Bool
            package var int: Int
            package var float: Double
            package var string: String
            package init(bool: Bool, int: Int, float: Double, string: String) { self.bool = bool; self.int = int; self.float = float; self.string = string }
            package init(decoding value: borrowing JSONValue) throws(JSONError) {
                var fields = try value.fields("\u{4}bool\u{3}int\u{5}float\u{6}string")
                var _bool: Bool?, _int: Int?, _float: Double?, _string: String?
                while let field = try fields.next() { switch field {
                    case 0: try fields.read(&_bool)
                    case 1: try fields.read(&_int)
                    case 2: try fields.read(&_float)
                    default: try fields.read(&_string)
                } }
                guard let _bool, let _int, let _float, let _string else { throw fields.missing(15) }
                self.bool = _bool; self.int = _int; self.float = _float; self.string = _string
            }
            package func encode(into writer: inout JSONWriter) {
                writer.field(#"{"bool":"#, self.bool)
                writer.field(#","int":"#, self.int)
                writer.field(#","float":"#, self.float)
                writer.field(#","string":"#, self.string)
                writer.endObject()
            }
        }

        package var client_id: String
        package var `struct`: Struct
        package init(client_id: String, `struct`: Struct) { self.client_id = client_id; self.struct = `struct` }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{9}client_id\u{6}struct")
            var _client_id: String?, _struct: Struct?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_client_id)
                default: try fields.read(&_struct)
            } }
            guard let _client_id, let _struct else { throw fields.missing(3) }
            self.client_id = _client_id; self.struct = _struct
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"client_id":"#, self.client_id)
            writer.field(#","struct":"#, self.struct)
            writer.endObject()
        }
    }

    /// The reply to ``Test07``.
    package struct Test07Reply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var map: [String: String]
        package init(map: [String: String]) { self.map = map }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{3}map")
            var _map: [String: String]?
            while let field = try fields.next() { switch field {
                default: try fields.read(&_map)
            } }
            guard let _map else { throw fields.missing(1) }
            self.map = _map
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"map":"#, self.map)
            writer.endObject()
        }
    }

    package enum Test08: VarlinkMethod {
        package typealias Parameters = CertificationInterface.Test08Parameters; package typealias Reply = CertificationInterface.Test08Reply; package typealias Failure = CertificationInterface.Failure
        package static var name: StaticString { "org.varlink.certification.Test08" }
    }

    /// The parameters of ``Test08``.
    package struct Test08Parameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var client_id: String
        package var map: [String: String]
        package init(client_id: String, map: [String: String]) { self.client_id = client_id; self.map = map }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{9}client_id\u{3}map")
            var _client_id: String?, _map: [String: String]?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_client_id)
                default: try fields.read(&_map)
            } }
            guard let _client_id, let _map else { throw fields.missing(3) }
            self.client_id = _client_id; self.map = _map
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"client_id":"#, self.client_id)
            writer.field(#","map":"#, self.map)
            writer.endObject()
        }
    }

    /// The reply to ``Test08``.
    package struct Test08Reply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var set: Set<String>
        package init(set: Set<String>) { self.set = set }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{3}set")
            var _set: Set<String>?
            while let field = try fields.next() { switch field {
                default: try fields.read(&_set)
            } }
            guard let _set else { throw fields.missing(1) }
            self.set = _set
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"set":"#, self.set)
            writer.endObject()
        }
    }

    package enum Test09: VarlinkMethod {
        package typealias Parameters = CertificationInterface.Test09Parameters; package typealias Reply = CertificationInterface.Test09Reply; package typealias Failure = CertificationInterface.Failure
        package static var name: StaticString { "org.varlink.certification.Test09" }
    }

    /// The parameters of ``Test09``.
    package struct Test09Parameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var client_id: String
        package var set: Set<String>
        package init(client_id: String, set: Set<String>) { self.client_id = client_id; self.set = set }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{9}client_id\u{3}set")
            var _client_id: String?, _set: Set<String>?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_client_id)
                default: try fields.read(&_set)
            } }
            guard let _client_id, let _set else { throw fields.missing(3) }
            self.client_id = _client_id; self.set = _set
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"client_id":"#, self.client_id)
            writer.field(#","set":"#, self.set)
            writer.endObject()
        }
    }

    /// The reply to ``Test09``.
    package struct Test09Reply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var mytype: CertificationInterface.MyType
        package init(mytype: CertificationInterface.MyType) { self.mytype = mytype }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}mytype")
            var _mytype: CertificationInterface.MyType?
            while let field = try fields.next() { switch field {
                default: try fields.read(&_mytype)
            } }
            guard let _mytype else { throw fields.missing(1) }
            self.mytype = _mytype
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"mytype":"#, self.mytype)
            writer.endObject()
        }
    }

    /// returns more than one reply with "continues"
    package enum Test10: VarlinkMethod {
        package typealias Parameters = CertificationInterface.Test10Parameters; package typealias Reply = CertificationInterface.Test10Reply; package typealias Failure = CertificationInterface.Failure
        package static var name: StaticString { "org.varlink.certification.Test10" }
    }

    /// The parameters of ``Test10``.
    package struct Test10Parameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var client_id: String
        package var mytype: CertificationInterface.MyType
        package init(client_id: String, mytype: CertificationInterface.MyType) { self.client_id = client_id; self.mytype = mytype }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{9}client_id\u{6}mytype")
            var _client_id: String?, _mytype: CertificationInterface.MyType?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_client_id)
                default: try fields.read(&_mytype)
            } }
            guard let _client_id, let _mytype else { throw fields.missing(3) }
            self.client_id = _client_id; self.mytype = _mytype
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"client_id":"#, self.client_id)
            writer.field(#","mytype":"#, self.mytype)
            writer.endObject()
        }
    }

    /// The reply to ``Test10``.
    package struct Test10Reply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var string: String
        package init(string: String) { self.string = string }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}string")
            var _string: String?
            while let field = try fields.next() { switch field {
                default: try fields.read(&_string)
            } }
            guard let _string else { throw fields.missing(1) }
            self.string = _string
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"string":"#, self.string)
            writer.endObject()
        }
    }

    /// must be called as "oneway"
    package enum Test11: VarlinkMethod {
        package typealias Parameters = CertificationInterface.Test11Parameters; package typealias Reply = CertificationInterface.Test11Reply; package typealias Failure = CertificationInterface.Failure
        package static var name: StaticString { "org.varlink.certification.Test11" }
    }

    /// The parameters of ``Test11``.
    package struct Test11Parameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var client_id: String
        package var last_more_replies: [String]
        package init(client_id: String, last_more_replies: [String]) { self.client_id = client_id; self.last_more_replies = last_more_replies }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{9}client_id\u{11}last_more_replies")
            var _client_id: String?, _last_more_replies: [String]?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_client_id)
                default: try fields.read(&_last_more_replies)
            } }
            guard let _client_id, let _last_more_replies else { throw fields.missing(3) }
            self.client_id = _client_id; self.last_more_replies = _last_more_replies
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"client_id":"#, self.client_id)
            writer.field(#","last_more_replies":"#, self.last_more_replies)
            writer.endObject()
        }
    }

    /// The reply to ``Test11``.
    package typealias Test11Reply = JSONEmpty

    package enum End: VarlinkMethod {
        package typealias Parameters = CertificationInterface.EndParameters; package typealias Reply = CertificationInterface.EndReply; package typealias Failure = CertificationInterface.Failure
        package static var name: StaticString { "org.varlink.certification.End" }
    }

    /// The parameters of ``End``.
    package struct EndParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var client_id: String
        package init(client_id: String) { self.client_id = client_id }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{9}client_id")
            var _client_id: String?
            while let field = try fields.next() { switch field {
                default: try fields.read(&_client_id)
            } }
            guard let _client_id else { throw fields.missing(1) }
            self.client_id = _client_id
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"client_id":"#, self.client_id)
            writer.endObject()
        }
    }

    /// The reply to ``End``.
    package struct EndReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var all_ok: Bool
        package init(all_ok: Bool) { self.all_ok = all_ok }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}all_ok")
            var _all_ok: Bool?
            while let field = try fields.next() { switch field {
                default: try fields.read(&_all_ok)
            } }
            guard let _all_ok else { throw fields.missing(1) }
            self.all_ok = _all_ok
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"all_ok":"#, self.all_ok)
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
                case .clientIdError: writer.beginObject(); writer.endObject()
                case .certificationError(let _wants, let _got): writer.field(#"{"wants":"#, _wants); writer.field(#","got":"#, _got); writer.endObject()
                case .service(let failure): failure.encodeParameters(into: &writer)
            }
        }

        package init?(errorName: borrowing JSONString, parameters: borrowing JSONValue) throws(JSONError) {
            if try parameters.fields(of: errorName, "org.varlink.certification.ClientIdError", []) != nil { self = .clientIdError; return }
            if let fields = try parameters.fields(of: errorName, "org.varlink.certification.CertificationError", ["wants", "got"]) { self = .certificationError(wants: try fields.read("wants"), got: try fields.read("got")); return }
            guard let failure = try ServiceInterface.Failure(errorName: errorName, parameters: parameters) else { return nil }
            self = .service(failure)
        }
    }
}

/// Answers the calls of org.varlink.certification. What a method throws is its answer.
package protocol CertificationHandler: AnyObject {
    func start(_ parameters: CertificationInterface.StartParameters, _ call: VarlinkCall<CertificationInterface.Start>) throws(CertificationInterface.Failure)
    func test01(_ parameters: CertificationInterface.Test01Parameters, _ call: VarlinkCall<CertificationInterface.Test01>) throws(CertificationInterface.Failure)
    func test02(_ parameters: CertificationInterface.Test02Parameters, _ call: VarlinkCall<CertificationInterface.Test02>) throws(CertificationInterface.Failure)
    func test03(_ parameters: CertificationInterface.Test03Parameters, _ call: VarlinkCall<CertificationInterface.Test03>) throws(CertificationInterface.Failure)
    func test04(_ parameters: CertificationInterface.Test04Parameters, _ call: VarlinkCall<CertificationInterface.Test04>) throws(CertificationInterface.Failure)
    func test05(_ parameters: CertificationInterface.Test05Parameters, _ call: VarlinkCall<CertificationInterface.Test05>) throws(CertificationInterface.Failure)
    func test06(_ parameters: CertificationInterface.Test06Parameters, _ call: VarlinkCall<CertificationInterface.Test06>) throws(CertificationInterface.Failure)
    func test07(_ parameters: CertificationInterface.Test07Parameters, _ call: VarlinkCall<CertificationInterface.Test07>) throws(CertificationInterface.Failure)
    func test08(_ parameters: CertificationInterface.Test08Parameters, _ call: VarlinkCall<CertificationInterface.Test08>) throws(CertificationInterface.Failure)
    func test09(_ parameters: CertificationInterface.Test09Parameters, _ call: VarlinkCall<CertificationInterface.Test09>) throws(CertificationInterface.Failure)
    func test10(_ parameters: CertificationInterface.Test10Parameters, _ call: VarlinkCall<CertificationInterface.Test10>) throws(CertificationInterface.Failure)
    func test11(_ parameters: CertificationInterface.Test11Parameters, _ call: VarlinkCall<CertificationInterface.Test11>) throws(CertificationInterface.Failure)
    func end(_ parameters: CertificationInterface.EndParameters, _ call: VarlinkCall<CertificationInterface.End>) throws(CertificationInterface.Failure)
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
        switch incoming.method(in: "\u{5}Start\u{6}Test01\u{6}Test02\u{6}Test03\u{6}Test04\u{6}Test05\u{6}Test06\u{6}Test07\u{6}Test08\u{6}Test09\u{6}Test10\u{6}Test11\u{3}End") {
        case 0: try serve(incoming, CertificationInterface.Start.self) { (parameters, call) throws(CertificationInterface.Failure) in try handler.start(parameters, call) }
        case 1: try serve(incoming, CertificationInterface.Test01.self) { (parameters, call) throws(CertificationInterface.Failure) in try handler.test01(parameters, call) }
        case 2: try serve(incoming, CertificationInterface.Test02.self) { (parameters, call) throws(CertificationInterface.Failure) in try handler.test02(parameters, call) }
        case 3: try serve(incoming, CertificationInterface.Test03.self) { (parameters, call) throws(CertificationInterface.Failure) in try handler.test03(parameters, call) }
        case 4: try serve(incoming, CertificationInterface.Test04.self) { (parameters, call) throws(CertificationInterface.Failure) in try handler.test04(parameters, call) }
        case 5: try serve(incoming, CertificationInterface.Test05.self) { (parameters, call) throws(CertificationInterface.Failure) in try handler.test05(parameters, call) }
        case 6: try serve(incoming, CertificationInterface.Test06.self) { (parameters, call) throws(CertificationInterface.Failure) in try handler.test06(parameters, call) }
        case 7: try serve(incoming, CertificationInterface.Test07.self) { (parameters, call) throws(CertificationInterface.Failure) in try handler.test07(parameters, call) }
        case 8: try serve(incoming, CertificationInterface.Test08.self) { (parameters, call) throws(CertificationInterface.Failure) in try handler.test08(parameters, call) }
        case 9: try serve(incoming, CertificationInterface.Test09.self) { (parameters, call) throws(CertificationInterface.Failure) in try handler.test09(parameters, call) }
        case 10: try serve(incoming, CertificationInterface.Test10.self) { (parameters, call) throws(CertificationInterface.Failure) in try handler.test10(parameters, call) }
        case 11: try serve(incoming, CertificationInterface.Test11.self) { (parameters, call) throws(CertificationInterface.Failure) in try handler.test11(parameters, call) }
        case 12: try serve(incoming, CertificationInterface.End.self) { (parameters, call) throws(CertificationInterface.Failure) in try handler.end(parameters, call) }
        default: return false
        }
        return true
    }

    private func serve<Method: VarlinkMethod>(_ incoming: borrowing VarlinkIncoming, _ method: Method.Type, _ body: (Method.Parameters, VarlinkCall<Method>) throws(CertificationInterface.Failure) -> Void) throws(JSONError) where Method.Failure == CertificationInterface.Failure {
        let parameters = try Method.Parameters(decoding: incoming.parameters)
        let call = incoming.call(of: method)
        do throws(CertificationInterface.Failure) { try body(parameters, call) } catch { call.fail(error) }
    }
}
