package import HostProtocol
package import PageModel

/// A limit on what one user may have, by its key in sheafd.conf.
package enum UserLimit: String, CaseIterable {
    case connections = "ConnectionsPerUser"
    case readers = "ReadersPerUser"
    case documents = "DocumentsPerUser"
    case documentFiles = "DocumentFilesPerUser"
    case watches = "WatchesPerUser"
    case requests = "RequestsPerUser"
    case hosts = "HostsPerUser"
    case leasedBytes = "LeaseMaxPerUser"
}

/// How many readers, open documents, files of them and watches each user has. Who has as many as one user may have is refused more, and nobody
/// else is. ``ServiceCore/users`` has what else users take.
package final class UserAccounts {
    /// How many one user may have.
    package struct Limits: Equatable {
        package var readers: Int
        /// Documents that readers of the user are on: the user's own, and those of the library.
        package var documents: Int
        /// Files of these: of an album each counts, since each takes a descriptor.
        package var documentFiles: Int
        package var watches: Int

        package init(readers: Int, documents: Int, documentFiles: Int, watches: Int) {
            self.readers = readers
            self.documents = documents
            self.documentFiles = documentFiles
            self.watches = watches
        }
    }

    /// A reader that is being opened, which counts as one. It ends with the last reference.
    package final class Opening {
        private let accounts: UserAccounts
        private let uid: UInt32

        fileprivate init(_ accounts: UserAccounts, _ uid: UInt32) {
            self.accounts = accounts
            self.uid = uid
            accounts.change(uid) { $0.openings += 1 }
        }

        deinit {
            accounts.change(uid) { $0.openings -= 1 }
        }
    }

    /// A document that readers of a user are on.
    private struct Joined {
        var readers = 0
        let files: Int
    }

    private struct Account {
        var readers = 0
        var openings = 0
        /// Documents that are being opened for readers.
        var openingDocuments = 0
        /// The files of those documents, as far as their number is known.
        var openingFiles = 0
        var watches = 0
        var documents: [DocumentID: Joined] = [:]

        var files: Int { documents.values.reduce(openingFiles) { $0 + $1.files } }

        var isEmpty: Bool {
            readers == 0 && openings == 0 && openingDocuments == 0 && openingFiles == 0 && watches == 0
                && documents.isEmpty
        }
    }

    /// The limits for one user. A user who already has more keeps it.
    package var limits: Limits
    private var accounts: [UInt32: Account] = [:]

    package init(limits: Limits) { self.limits = limits }

    /// The ids of the users who have a reader, a document or a watch, or are opening a reader.
    package var users: some Sequence<UInt32> { accounts.keys }

    /// Returns how many readers a user has.
    package func readers(of uid: UInt32) -> Int { accounts[uid]?.readers ?? 0 }
    package func documents(of uid: UInt32) -> Int { accounts[uid]?.documents.count ?? 0 }
    package func documentFiles(of uid: UInt32) -> Int { accounts[uid]?.files ?? 0 }
    package func watches(of uid: UInt32) -> Int { accounts[uid]?.watches ?? 0 }
    package func readers(of uid: UInt32, on document: DocumentID) -> Int {
        accounts[uid]?.documents[document]?.readers ?? 0
    }

    /// How many readers of a user are being opened.
    func openings(of uid: UInt32) -> Int { accounts[uid]?.openings ?? 0 }

    // MARK: Readers

    /// Begins to open a reader for a user.
    package func beginOpening(by uid: UInt32) throws(HostError) -> Opening {
        guard readers(of: uid) + openings(of: uid) < limits.readers else {
            throw HostError(
                .limitReached(name: UserLimit.readers.rawValue, value: limits.readers),
                "uid \(uid) has \(limits.readers) readers")
        }
        return Opening(self, uid)
    }

    /// A reader of a user is open.
    package func addReader(of uid: UInt32) { change(uid) { $0.readers += 1 } }

    /// A reader of a user was closed.
    package func removeReader(of uid: UInt32) { change(uid) { $0.readers -= 1 } }

    // MARK: Documents

    /// Why no reader of a user is opened on a document that none of the user's is on; nil where one may be.
    ///
    /// - Parameters:
    ///   - document: nil: one that nobody has open.
    ///   - files: how many it has.
    package func refusal(of document: DocumentID?, files: Int, to uid: UInt32) -> HostError? {
        let account = accounts[uid] ?? Account()
        if let document, account.documents[document] != nil { return nil }
        // This one is among those that are being opened.
        if account.documents.count + account.openingDocuments > limits.documents {
            return HostError(
                .limitReached(name: UserLimit.documents.rawValue, value: limits.documents),
                "uid \(uid) has \(limits.documents) documents open")
        }
        guard account.files + files > limits.documentFiles else { return nil }
        return HostError(
            .limitReached(name: UserLimit.documentFiles.rawValue, value: limits.documentFiles),
            "uid \(uid) has documents of \(account.files) files open, and this one has \(files)")
    }

    /// Counts documents that are being opened for a user: so many more, or less.
    package func countOpeningDocuments(of uid: UInt32, by change: Int) {
        self.change(uid) { $0.openingDocuments += change }
    }

    /// Counts files that are being opened as documents for a user: so many more, or less.
    package func countOpeningFiles(of uid: UInt32, by change: Int) { self.change(uid) { $0.openingFiles += change } }

    /// A reader of a user is on a document, which has so many files.
    package func addReader(to document: DocumentID, files: Int, of uid: UInt32) {
        change(uid) { $0.documents[document, default: Joined(files: files)].readers += 1 }
    }

    /// A reader of a user has left a document.
    package func removeReader(from document: DocumentID, of uid: UInt32) {
        change(uid) { account in
            account.documents[document]?.readers -= 1
            if account.documents[document]?.readers == 0 { account.documents[document] = nil }
        }
    }

    // MARK: Watches

    /// Why a user gets no further watch; nil where one may be.
    package func refusalOfWatch(by uid: UInt32) -> HostError? {
        guard watches(of: uid) >= limits.watches else { return nil }
        return HostError(
            .limitReached(name: UserLimit.watches.rawValue, value: limits.watches),
            "uid \(uid) has \(limits.watches) watches")
    }

    /// Readers of a user have so many watches more, or less.
    package func countWatches(of uid: UInt32, by change: Int) { self.change(uid) { $0.watches += change } }

    private func change(_ uid: UInt32, _ step: (inout Account) -> Void) {
        step(&accounts[uid, default: Account()])
        if accounts[uid]?.isEmpty ?? false { accounts[uid] = nil }
    }
}
