// Generated from org.varlink.service.varlink by varlink-generate. Do not edit.
// swift-format-ignore-file

/// Every service offers this interface. It says what the service is, and which interfaces it has.
package enum ServiceInterface {
    /// "org.varlink.service"
    package static var name: StaticString { "org.varlink.service" }

    /// The text of the description.
    package static var text: StaticString {
        ##"""
        # Every service offers this interface. It says what the service is, and which interfaces it has.
        interface org.varlink.service

        # What the service is, and the names of its interfaces.
        method GetInfo() -> (
          vendor: string,
          product: string,
          version: string,
          url: string,
          interfaces: []string
        )

        # The description of an interface, as the text of its .varlink file.
        method GetInterfaceDescription(interface: string) -> (description: string)

        # The service has no such interface.
        error InterfaceNotFound (interface: string)

        # The interface has no such method.
        error MethodNotFound (method: string)

        # The interface has this method, but the service does not offer it.
        error MethodNotImplemented (method: string)

        # A parameter is missing, unknown, or not what the method takes.
        error InvalidParameter (parameter: string)

        # The caller may not do this.
        error PermissionDenied ()

        # The method has more replies than one, and must be called with "more".
        error ExpectedMore ()

        """##
    }

    /// What the service is, and the names of its interfaces.
    package enum GetInfo: VarlinkMethod {
        package typealias Parameters = ServiceInterface.GetInfoParameters
        package typealias Reply = ServiceInterface.GetInfoReply
        package typealias Failure = ServiceInterface.Failure
        package static var name: StaticString { "org.varlink.service.GetInfo" }
    }

    /// What ``GetInfo`` takes.
    package typealias GetInfoParameters = JSONEmpty

    /// What ``GetInfo`` answers.
    package struct GetInfoReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var vendor: String
        package var product: String
        package var version: String
        package var url: String
        package var interfaces: [String]

        package init(vendor: String, product: String, version: String, url: String, interfaces: [String]) {
            self.vendor = vendor
            self.product = product
            self.version = version
            self.url = url
            self.interfaces = interfaces
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _vendor: String?
            var _product: String?
            var _version: String?
            var _url: String?
            var _interfaces: [String]?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("vendor", 0) {
                        _vendor = try String(decoding: fields.value)
                    } else if try fields.isField("product", 1) {
                        _product = try String(decoding: fields.value)
                    } else if try fields.isField("version", 2) {
                        _version = try String(decoding: fields.value)
                    } else if try fields.isField("url", 3) {
                        _url = try String(decoding: fields.value)
                    } else if try fields.isField("interfaces", 4) {
                        _interfaces = try [String](decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _vendor else { throw JSONError(.missing, path: "vendor") }
            guard let _product else { throw JSONError(.missing, path: "product") }
            guard let _version else { throw JSONError(.missing, path: "version") }
            guard let _url else { throw JSONError(.missing, path: "url") }
            guard let _interfaces else { throw JSONError(.missing, path: "interfaces") }
            self.vendor = _vendor
            self.product = _product
            self.version = _version
            self.url = _url
            self.interfaces = _interfaces
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"vendor":"#)
            self.vendor.encode(into: &writer)
            writer.raw(#","product":"#)
            self.product.encode(into: &writer)
            writer.raw(#","version":"#)
            self.version.encode(into: &writer)
            writer.raw(#","url":"#)
            self.url.encode(into: &writer)
            writer.raw(#","interfaces":"#)
            self.interfaces.encode(into: &writer)
            writer.endObject()
        }
    }

    /// The description of an interface, as the text of its .varlink file.
    package enum GetInterfaceDescription: VarlinkMethod {
        package typealias Parameters = ServiceInterface.GetInterfaceDescriptionParameters
        package typealias Reply = ServiceInterface.GetInterfaceDescriptionReply
        package typealias Failure = ServiceInterface.Failure
        package static var name: StaticString { "org.varlink.service.GetInterfaceDescription" }
    }

    /// What ``GetInterfaceDescription`` takes.
    package struct GetInterfaceDescriptionParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var interface: String

        package init(interface: String) {
            self.interface = interface
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _interface: String?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("interface", 0) {
                        _interface = try String(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _interface else { throw JSONError(.missing, path: "interface") }
            self.interface = _interface
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"interface":"#)
            self.interface.encode(into: &writer)
            writer.endObject()
        }
    }

    /// What ``GetInterfaceDescription`` answers.
    package struct GetInterfaceDescriptionReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var description: String

        package init(description: String) {
            self.description = description
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _description: String?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("description", 0) {
                        _description = try String(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _description else { throw JSONError(.missing, path: "description") }
            self.description = _description
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"description":"#)
            self.description.encode(into: &writer)
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
                case .interfaceNotFound(let _interface):
                    writer.raw(#"{"interface":"#)
                    _interface.encode(into: &writer)
                    writer.endObject()
                case .methodNotFound(let _method):
                    writer.raw(#"{"method":"#)
                    _method.encode(into: &writer)
                    writer.endObject()
                case .methodNotImplemented(let _method):
                    writer.raw(#"{"method":"#)
                    _method.encode(into: &writer)
                    writer.endObject()
                case .invalidParameter(let _parameter):
                    writer.raw(#"{"parameter":"#)
                    _parameter.encode(into: &writer)
                    writer.endObject()
                case .permissionDenied:
                    writer.beginObject()
                    writer.endObject()
                case .expectedMore:
                    writer.beginObject()
                    writer.endObject()
            }
        }

        package init?(
            errorName: borrowing JSONString, parameters: borrowing JSONValue
        ) throws(JSONError) {
            if errorName.equals("org.varlink.service.InterfaceNotFound") {
                var _interface: String?
                var fields = try parameters.fields()
                while fields.next() {
                    do throws(JSONError) {
                        if try fields.isField("interface", 0) {
                            _interface = try String(decoding: fields.value)
                        } else {
                            try fields.skipUnknown()
                        }
                    } catch {
                        throw error.within(fields.name.text)
                    }
                }
                guard let _interface else { throw JSONError(.missing, path: "interface") }
                self = .interfaceNotFound(interface: _interface)
                return
            }
            if errorName.equals("org.varlink.service.MethodNotFound") {
                var _method: String?
                var fields = try parameters.fields()
                while fields.next() {
                    do throws(JSONError) {
                        if try fields.isField("method", 0) {
                            _method = try String(decoding: fields.value)
                        } else {
                            try fields.skipUnknown()
                        }
                    } catch {
                        throw error.within(fields.name.text)
                    }
                }
                guard let _method else { throw JSONError(.missing, path: "method") }
                self = .methodNotFound(method: _method)
                return
            }
            if errorName.equals("org.varlink.service.MethodNotImplemented") {
                var _method: String?
                var fields = try parameters.fields()
                while fields.next() {
                    do throws(JSONError) {
                        if try fields.isField("method", 0) {
                            _method = try String(decoding: fields.value)
                        } else {
                            try fields.skipUnknown()
                        }
                    } catch {
                        throw error.within(fields.name.text)
                    }
                }
                guard let _method else { throw JSONError(.missing, path: "method") }
                self = .methodNotImplemented(method: _method)
                return
            }
            if errorName.equals("org.varlink.service.InvalidParameter") {
                var _parameter: String?
                var fields = try parameters.fields()
                while fields.next() {
                    do throws(JSONError) {
                        if try fields.isField("parameter", 0) {
                            _parameter = try String(decoding: fields.value)
                        } else {
                            try fields.skipUnknown()
                        }
                    } catch {
                        throw error.within(fields.name.text)
                    }
                }
                guard let _parameter else { throw JSONError(.missing, path: "parameter") }
                self = .invalidParameter(parameter: _parameter)
                return
            }
            if errorName.equals("org.varlink.service.PermissionDenied") {
                _ = try JSONEmpty(decoding: parameters)
                self = .permissionDenied
                return
            }
            if errorName.equals("org.varlink.service.ExpectedMore") {
                _ = try JSONEmpty(decoding: parameters)
                self = .expectedMore
                return
            }
            return nil
        }
    }
}

/// Answers the calls of org.varlink.service. What a method throws is its answer.
package protocol ServiceHandler: AnyObject {
    /// What the service is, and the names of its interfaces.
    func getInfo(
        _ parameters: ServiceInterface.GetInfoParameters,
        _ call: VarlinkCall<ServiceInterface.GetInfo>
    ) throws(ServiceInterface.Failure)

    /// The description of an interface, as the text of its .varlink file.
    func getInterfaceDescription(
        _ parameters: ServiceInterface.GetInterfaceDescriptionParameters,
        _ call: VarlinkCall<ServiceInterface.GetInterfaceDescription>
    ) throws(ServiceInterface.Failure)
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
        if incoming.isMethod("GetInfo") {
            let parameters = try ServiceInterface.GetInfoParameters(decoding: incoming.parameters)
            let call = incoming.call(of: ServiceInterface.GetInfo.self)
            do throws(ServiceInterface.Failure) {
                try handler.getInfo(parameters, call)
            } catch {
                call.fail(error)
            }
            return true
        }
        if incoming.isMethod("GetInterfaceDescription") {
            let parameters = try ServiceInterface.GetInterfaceDescriptionParameters(decoding: incoming.parameters)
            let call = incoming.call(of: ServiceInterface.GetInterfaceDescription.self)
            do throws(ServiceInterface.Failure) {
                try handler.getInterfaceDescription(parameters, call)
            } catch {
                call.fail(error)
            }
            return true
        }
        return false
    }
}
