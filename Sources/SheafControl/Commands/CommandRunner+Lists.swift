import SheafInterface
import Varlink

extension CommandRunner {
    func listReaders() throws(ControlError) {
        let reply = try session.call(ManagerInterface.ListReaders.self, .init(), attempt: "list the readers")
        let readers = reply.parameters.readers
        if console.isJSON { return try each(readers) }
        try console.say(Tables.readers(readers), isEmpty: readers.isEmpty, else: "no readers")
    }

    func listDocuments() throws(ControlError) {
        let reply = try session.call(ManagerInterface.ListDocuments.self, .init(), attempt: "list the documents")
        let documents = reply.parameters.documents
        if console.isJSON { return try each(documents) }
        try console.say(Tables.documents(documents), isEmpty: documents.isEmpty, else: "no open documents")
    }

    func listProviders() throws(ControlError) {
        let reply = try session.call(ManagerInterface.ListProviders.self, .init(), attempt: "list the providers")
        let providers = reply.parameters.providers
        if console.isJSON { return try each(providers) }
        try console.say(
            Tables.providers(providers), isEmpty: providers.isEmpty,
            else: "no providers: check ProviderFolders= in sheafd.conf")
    }

    func listHosts() throws(ControlError) {
        let reply = try session.call(ManagerInterface.ListHosts.self, .init(), attempt: "list the provider hosts")
        let hosts = reply.parameters.hosts
        if console.isJSON { return try each(hosts) }
        try console.say(Tables.hosts(hosts), isEmpty: hosts.isEmpty, else: "no provider hosts")
    }

    func showStatus() throws(ControlError) {
        let reply = try session.call(ManagerInterface.Status.self, .init(), attempt: "ask how the service is doing")
        if console.isJSON { return try console.json(reply.parameters) }
        try console.say(StatusText.lines(reply.parameters, console.style).joined(separator: "\n"))
    }

    private func each(_ values: [some JSONEncodable]) throws(ControlError) {
        for value in values { try console.json(value) }
    }
}
