/// Answers `org.varlink.service` for a server.
final class IntrospectionHandler: ServiceHandler {
    private unowned let server: VarlinkServer
    private let information: VarlinkServiceInformation

    init(server: VarlinkServer, information: VarlinkServiceInformation) {
        self.server = server
        self.information = information
    }

    func getInfo(
        _ parameters: ServiceInterface.GetInfoParameters, _ call: VarlinkCall<ServiceInterface.GetInfo>
    ) throws(ServiceInterface.Failure) {
        call.reply(
            ServiceInterface.GetInfoReply(
                vendor: information.vendor, product: information.product, version: information.version,
                url: information.url, interfaces: server.interfaceNames))
    }

    func getInterfaceDescription(
        _ parameters: ServiceInterface.GetInterfaceDescriptionParameters,
        _ call: VarlinkCall<ServiceInterface.GetInterfaceDescription>
    ) throws(ServiceInterface.Failure) {
        guard let description = server.description(of: parameters.interface) else {
            throw .interfaceNotFound(interface: parameters.interface)
        }
        call.reply(ServiceInterface.GetInterfaceDescriptionReply(description: description))
    }
}
