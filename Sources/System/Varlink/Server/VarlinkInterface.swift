/// A method of an interface, as a type that nobody makes a value of. Generated code declares one for each.
package protocol VarlinkMethod {
    associatedtype Parameters: JSONCodable
    associatedtype Reply: JSONCodable
    associatedtype Failure: VarlinkFailure

    /// "org.sheaf.Reader.Open"
    static var name: StaticString { get }
    /// Whether a call of which nobody knows whether it was done may be made again: it only reads, or what it sets it sets
    /// to the same. False unless the interface's module says otherwise.
    static var isRepeatable: Bool { get }
}

extension VarlinkMethod {
    package static var isRepeatable: Bool { false }
}

/// The errors that an interface declares, with their parameters. Generated code declares one type for each interface.
package protocol VarlinkFailure: Error {
    /// "org.sheaf.Reader.NotFound"
    var errorName: StaticString { get }
    func encodeParameters(into writer: inout JSONWriter)

    /// Decodes the error of a reply; nil where the interface declares no such error.
    ///
    /// - Throws: where the parameters are not as declared.
    init?(errorName: borrowing JSONString, parameters: borrowing JSONValue) throws(JSONError)

    /// An error of org.varlink.service, which every method may answer.
    static func service(_ failure: ServiceInterface.Failure) -> Self
}

extension JSONWriter {
    /// The reply that says a failure, but for its end.
    mutating func beginError(_ failure: some VarlinkFailure) {
        raw(#"{"error":""#)
        raw(failure.errorName)
        raw(#"","parameters":"#)
        failure.encodeParameters(into: &self)
    }
}

/// An interface as a server offers it. Generated code declares a class for each, which calls a handler.
package protocol VarlinkInterface: AnyObject {
    /// "org.sheaf.Reader"
    var name: StaticString { get }
    /// The text of its `.varlink` file.
    var description: StaticString { get }

    /// Decodes the parameters and calls the handler.
    ///
    /// - Returns: false where the interface has no such method.
    /// - Throws: where the parameters are not as declared; the handler was not called then.
    func dispatch(_ incoming: borrowing VarlinkIncoming) throws(JSONError) -> Bool

    /// The answer to a call whose parameters are not as declared: the interface's own `InvalidCall`, which says what is wrong with them. One
    /// that declares no such error answers with the one of org.varlink.service.
    func failure(of call: JSONError) -> any VarlinkFailure

    /// Whether it has methods whose calls it reads in place.
    var scansCalls: Bool { get }

    /// Reads a call in place, where it is one of those methods' and of the usual form, and calls the handler.
    ///
    /// - Parameter call: is at the method's name.
    /// - Returns: whether it was answered. Otherwise the call is decoded in the general way.
    func dispatch(scanning call: borrowing CallScanner, on connection: VarlinkConnection) -> Bool
}

extension VarlinkInterface {
    package func failure(of call: JSONError) -> any VarlinkFailure {
        ServiceInterface.Failure.invalidParameter(parameter: call.field)
    }

    package var scansCalls: Bool { false }

    package func dispatch(scanning call: borrowing CallScanner, on connection: VarlinkConnection) -> Bool { false }
}
