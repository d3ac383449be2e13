// Generated from org.varlink.service.varlink by varlink-generate. Do not edit.
// swift-format-ignore-file

/// Every service offers this interface. It says what the service is, and which interfaces it has.
package enum ServiceInterface {
    /// "org.varlink.service"
    package static var name: StaticString { "org.varlink.service" }

    /// The text of the description.
    package static var text: StaticString { ##"# Every service offers this interface. It says what the service is, and which interfaces it has.\##ninterface org.varlink.service\##n\##n# Returns what the service is, and the names of its interfaces.\##nmethod GetInfo() -> (\##n  vendor: string,\##n  product: string,\##n  version: string,\##n  url: string,\##n  interfaces: []string\##n)\##n\##n# The description of an interface, as the text of its .varlink file.\##nmethod GetInterfaceDescription(interface: string) -> (description: string)\##n\##n# The service has no such interface.\##nerror InterfaceNotFound (interface: string)\##n\##n# The interface has no such method.\##nerror MethodNotFound (method: string)\##n\##n# The interface has this method, but the service does not offer it.\##nerror MethodNotImplemented (method: string)\##n\##n# A parameter is missing, unknown, or not what the method takes.\##nerror InvalidParameter (parameter: string)\##n\##n# The caller may not do this.\##nerror PermissionDenied ()\##n\##n# The method has more replies than one, and must be called with "more".\##nerror ExpectedMore ()\##n"## }

    /// Returns what the service is, and the names of its interfaces.
    package enum GetInfo: VarlinkMethod {
        package typealias Parameters = ServiceInterface.GetInfoParameters; package typealias Reply = ServiceInterface.GetInfoReply; package typealias Failure = ServiceInterface.Failure
        package static var name: StaticString { "org.varlink.service.GetInfo" }
    }

    /// The parameters of ``GetInfo``.
    package typealias GetInfoParameters = JSONEmpty

    /// The reply to ``GetInfo``.
    package struct GetInfoReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var vendor: String
        package var product: String
        package var version: String
        package var url: String
        package var interfaces: [String]
        package init(vendor: String, product: String, version: String, url: String, interfaces: [String]) { self.vendor = vendor; self.product = product; self.version = version; self.url = url; self.interfaces = interfaces }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}vendor\u{7}product\u{7}version\u{3}url\u{a}interfaces")
            var _vendor: String?, _product: String?, _version: String?, _url: String?, _interfaces: [String]?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_vendor)
                case 1: try fields.read(&_product)
                case 2: try fields.read(&_version)
                case 3: try fields.read(&_url)
                default: try fields.read(&_interfaces)
            } }
            guard let _vendor, let _product, let _version, let _url, let _interfaces else { throw fields.missing(31) }
            self.vendor = _vendor; self.product = _product; self.version = _version; self.url = _url; self.interfaces = _interfaces
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"vendor":"#, self.vendor)
            writer.field(#","product":"#, self.product)
            writer.field(#","version":"#, self.version)
            writer.field(#","url":"#, self.url)
            writer.field(#","interfaces":"#, self.interfaces)
            writer.endObject()
        }
    }

    /// The description of an interface, as the text of its .varlink file.
    package enum GetInterfaceDescription: VarlinkMethod {
        package typealias Parameters = ServiceInterface.GetInterfaceDescriptionParameters; package typealias Reply = ServiceInterface.GetInterfaceDescriptionReply; package typealias Failure = ServiceInterface.Failure
        package static var name: StaticString { "org.varlink.service.GetInterfaceDescription" }
    }

    /// The parameters of ``GetInterfaceDescription``.
    package struct GetInterfaceDescriptionParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var interface: String
        package init(interface: String) { self.interface = interface }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{9}interface")
            var _interface: String?
            while let field = try fields.next() { switch field {
                default: try fields.read(&_interface)
            } }
            guard let _interface else { throw fields.missing(1) }
            self.interface = _interface
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"interface":"#, self.interface)
            writer.endObject()
        }
    }

    /// The reply to ``GetInterfaceDescription``.
    package struct GetInterfaceDescriptionReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var description: String
        package init(description: String) { self.description = description }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{b}description")
            var _description: String?
            while let field = try fields.next() { switch field {
                default: try fields.read(&_description)
            } }
            guard let _description else { throw fields.missing(1) }
            self.description = _description
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"description":"#, self.description)
            writer.endObject()
        }
    }

    /// The errors that org.varlink.service declares.
    package enum Failure: VarlinkFailure, Equatable {
        /// The service has no such interface.
        case interfaceNotFound(interface: String)
        /// The interface has no such method.
        case methodNotFound(method: String)
        /// The interface has this method, but the service does not offer it.
        case methodNotImplemented(method: String)
        /// A parameter is missing, unknown, or not what the method takes.
        case invalidParameter(parameter: String)
        /// The caller may not do this.
        case permissionDenied
        /// The method has more replies than one, and must be called with "more".
        case expectedMore

        /// The error itself.
        package static func service(_ failure: ServiceInterface.Failure) -> Failure { failure }

        package var errorName: StaticString {
            switch self {
                case .interfaceNotFound: "org.varlink.service.InterfaceNotFound"
                case .methodNotFound: "org.varlink.service.MethodNotFound"
                case .methodNotImplemented: "org.varlink.service.MethodNotImplemented"
                case .invalidParameter: "org.varlink.service.InvalidParameter"
                case .permissionDenied: "org.varlink.service.PermissionDenied"
                case .expectedMore: "org.varlink.service.ExpectedMore"
            }
        }

        package func encodeParameters(into writer: inout JSONWriter) {
            switch self {
                case .interfaceNotFound(let _interface): writer.field(#"{"interface":"#, _interface); writer.endObject()
                case .methodNotFound(let _method): writer.field(#"{"method":"#, _method); writer.endObject()
                case .methodNotImplemented(let _method): writer.field(#"{"method":"#, _method); writer.endObject()
                case .invalidParameter(let _parameter): writer.field(#"{"parameter":"#, _parameter); writer.endObject()
                case .permissionDenied: writer.beginObject(); writer.endObject()
                case .expectedMore: writer.beginObject(); writer.endObject()
            }
        }

        package init?(errorName: borrowing JSONString, parameters: borrowing JSONValue) throws(JSONError) {
            if let fields = try parameters.fields(of: errorName, "org.varlink.service.InterfaceNotFound", ["interface"]) { self = .interfaceNotFound(interface: try fields.read("interface")); return }
            if let fields = try parameters.fields(of: errorName, "org.varlink.service.MethodNotFound", ["method"]) { self = .methodNotFound(method: try fields.read("method")); return }
            if let fields = try parameters.fields(of: errorName, "org.varlink.service.MethodNotImplemented", ["method"]) { self = .methodNotImplemented(method: try fields.read("method")); return }
            if let fields = try parameters.fields(of: errorName, "org.varlink.service.InvalidParameter", ["parameter"]) { self = .invalidParameter(parameter: try fields.read("parameter")); return }
            if try parameters.fields(of: errorName, "org.varlink.service.PermissionDenied", []) != nil { self = .permissionDenied; return }
            if try parameters.fields(of: errorName, "org.varlink.service.ExpectedMore", []) != nil { self = .expectedMore; return }
            return nil
        }
    }
}

/// Answers the calls of org.varlink.service. What a method throws is its answer.
package protocol ServiceHandler: AnyObject {
    func getInfo(_ parameters: ServiceInterface.GetInfoParameters, _ call: VarlinkCall<ServiceInterface.GetInfo>) throws(ServiceInterface.Failure)
    func getInterfaceDescription(_ parameters: ServiceInterface.GetInterfaceDescriptionParameters, _ call: VarlinkCall<ServiceInterface.GetInterfaceDescription>) throws(ServiceInterface.Failure)
}

/// Decodes the calls of org.varlink.service for a handler, which it holds.
package final class ServiceDispatcher: VarlinkInterface {
    private let handler: any ServiceHandler

    package init(_ handler: any ServiceHandler) {
        self.handler = handler
    }

    package var name: StaticString { ServiceInterface.name }
    package var description: StaticString { ServiceInterface.text }

    package func dispatch(_ incoming: borrowing VarlinkIncoming) throws(JSONError) -> Bool {
        switch incoming.method(in: "\u{7}GetInfo\u{17}GetInterfaceDescription") {
        case 0: try serve(incoming, ServiceInterface.GetInfo.self) { (parameters, call) throws(ServiceInterface.Failure) in try handler.getInfo(parameters, call) }
        case 1: try serve(incoming, ServiceInterface.GetInterfaceDescription.self) { (parameters, call) throws(ServiceInterface.Failure) in try handler.getInterfaceDescription(parameters, call) }
        default: return false
        }
        return true
    }

    private func serve<Method: VarlinkMethod>(_ incoming: borrowing VarlinkIncoming, _ method: Method.Type, _ body: (Method.Parameters, VarlinkCall<Method>) throws(ServiceInterface.Failure) -> Void) throws(JSONError) where Method.Failure == ServiceInterface.Failure {
        let parameters = try Method.Parameters(decoding: incoming.parameters)
        let call = incoming.call(of: method)
        do throws(ServiceInterface.Failure) { try body(parameters, call) } catch { call.fail(error) }
    }
}
