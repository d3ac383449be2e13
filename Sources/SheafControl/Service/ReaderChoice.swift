package import SheafInterface
import SheafOS
import Varlink

/// Which reader a command means.
package enum ReaderChoice {
    /// The shortest part of an id that is shown.
    private static let shortest = 8
    /// How many readers one line names.
    private static let named = 4

    /// Chooses from the readers that there are.
    ///
    /// - Parameters:
    ///   - name: an id or its beginning; nil for the only reader of the user.
    ///   - user: whose reader is meant where none is named.
    /// - Returns: a whole id.
    package static func choose(
        _ name: String?, among readers: [ManagerInterface.ReaderEntry], user: UInt32
    ) throws(ControlError) -> String {
        guard let name else { return try only(readers.filter { $0.uid == Int(user) }, among: readers) }
        let found = readers.filter { $0.reader.hasPrefix(name) }
        if let reader = found.first, found.count == 1 { return reader.reader }
        guard found.isEmpty else {
            throw ControlError(
                "\(found.count) readers have an id that begins with \(name): give more of it: \(list(found, readers))")
        }
        let known = readers.isEmpty ? "there is none now: \"sheafctl open FILE\" opens one" : list(readers, readers)
        throw ControlError("no reader has an id that begins with \(name): \(known)")
    }

    private static func only(
        _ own: [ManagerInterface.ReaderEntry], among all: [ManagerInterface.ReaderEntry]
    ) throws(ControlError) -> String {
        guard let first = own.first else {
            throw ControlError("you have no reader: \"sheafctl open FILE\" opens one")
        }
        guard own.count == 1 else {
            throw ControlError("you have \(own.count) readers: name one with --reader ID: \(list(own, all))")
        }
        return first.reader
    }

    private static func list(
        _ readers: [ManagerInterface.ReaderEntry], _ all: [ManagerInterface.ReaderEntry]
    ) -> String {
        let length = shortLength(all.map(\.reader))
        let names = readers.prefix(named).map { "\($0.reader.prefix(length)) (on page \($0.index + 1))" }
        let rest = readers.count - names.count
        return names.joined(separator: ", ") + (rest > 0 ? " and \(rest) more: \"sheafctl readers\" lists them" : "")
    }

    /// How much of the ids tells them apart, and a little more.
    package static func shortLength(_ ids: [String]) -> Int {
        var length = shortest
        while length < 32, Set(ids.map { $0.prefix(length) }).count < Set(ids).count { length += 4 }
        return length
    }
}

extension Session {
    /// The id of the reader that the command line means.
    func reader() throws(ControlError) -> String {
        let reply = try call(ManagerInterface.ListReaders.self, .init(), attempt: "find your reader")
        return try ReaderChoice.choose(settings.reader, among: reply.parameters.readers, user: CurrentProcess.user)
    }
}
