import Glibc
import HostProtocol
import HostSupervision
import SheafBase
import SheafDocuments
import SheafOS
import SheafPages
import SheafReaders
import Varlink

/// Reads the configuration: the files as they are now, and what the command line said at the start.
typealias ConfigurationSource = () throws(ConfigurationReader.Refusal) -> ConfigurationReader

extension Service {
    /// The signal that has it read its configuration again. Block it before the first thread starts.
    static let reloadSignal = SIGHUP

    /// Begins to listen to ``reloadSignal``.
    func watchReloads() throws(OSError) {
        try lifecycle.on(Self.reloadSignal) { [unowned self] in
            // Whoever sends a signal gets no answer but the journal's.
            reload(asked: "on \(Signal.name(Self.reloadSignal))") { _ in }
        }
    }

    /// Reads the configuration again and takes it, as a whole: at once but for ``ConfigurationChange/afterRestart``. No
    /// reader is closed for it, no connection, and no page goes that there is room for.
    ///
    /// Providers are asked first whether they take their settings, which other calls do not wait for.
    ///
    /// - Parameters:
    ///   - why: for the journal.
    ///   - completion: told why it can't be used; what was in force before is in force then.
    func reload(asked why: String, completion: @escaping ReloadCompletion) {
        reloads.append((why, completion))
        if reloads.count == 1 { beginReload() }
    }

    private func beginReload() {
        Notify.send("RELOADING=1\nMONOTONIC_USEC=\(loop.now)")
        do throws(ConfigurationReader.Refusal) {
            let reader = try readConfiguration()
            // All that can fail comes before all that takes effect.
            let library = try reader.library(sharing: core.opener.library)
            let places = try makePlaces(reader)
            core.supervisor.check(HostSettings(reader.configuration, library: library)) { [self] refused in
                if let refused { return endReload(.failure(reader.refusal(of: refused))) }
                var change = ConfigurationChange(from: configuration, to: reader.configuration)
                change.warnings = reader.warnings
                apply(reader.configuration, reader.memory, library, places)
                change.providers = core.supervisor.takeProviderChanges()
                endReload(.success(change))
            }
        } catch {
            endReload(.failure(error))
        }
    }

    private func endReload(_ result: Result<ConfigurationChange, ConfigurationReader.Refusal>) {
        let (why, completion) = reloads[0]
        switch result {
        case .success(let change): report(change, why)
        case .failure(let error):
            journal.log(
                .error, "\(error); the configuration before stays in force", .message(.configurationRefused))
        }
        completion(result)
        reloads.removeFirst()
        if reloads.isEmpty { announceReady() } else { beginReload() }
    }

    private func apply(_ new: Configuration, _ memory: MemoryRoom, _ library: Library, _ places: PlaceKeeper?) {
        let old = configuration
        configuration = new
        // Until a restart, and each reload says so.
        configuration.socket = old.socket
        configuration.operatorGroup = old.operatorGroup
        configuration.coreDumps = old.coreDumps
        journal.threshold = new.logLevel
        journal.target = new.logTarget
        core.opener.library = library
        setPlaces(places, marksPerUser: new.marksPerUser)
        core.supervisor.configure(HostSettings(new, library: library))
        core.documents.goOverToNewProviders()
        server.setLimits(connections: new.connections, connectionsPerUser: new.connectionsPerUser)
        core.readers.setKeep(new.readerKeep)
        if new.cachePolicy != old.cachePolicy {
            core.store.setPolicy(new.cachePolicy)
        }
        core.store.thumbnails.setLimit(new.thumbnailMax)
        self.memory = memory
        reportMemory()
        core.leases.limit = new.leaseMax(memory)
        // What readers want first, then what there is room for: what they have come to want now is protected.
        core.setSettings(ReaderContext.Settings(new))
        core.accounts.limits = UserAccounts.Limits(new)
        pressure.setConfigured(Self.cacheLimits(new, memory, descriptors: descriptors))
        keep(atMost: new.keepMax)
        if new.idleExit != old.idleExit { lifecycle.exitWhenIdle(after: new.idleExit) }
    }

    private func report(_ change: ConfigurationChange, _ why: String) {
        for warning in change.warnings { journal.log(.warning, warning.description) }
        let news = change.keys.isEmpty ? "nothing has changed" : "changed: \(change.keys.joined(separator: ", "))"
        journal.log(.info, "has read its configuration, \(why); \(news)")
        for key in change.afterRestart {
            journal.log(.notice, "\(key)= takes effect when the service is started again")
        }
    }
}

extension Service {
    /// Returns the keeper of places that a configuration wants: the present one, a new one, or nil.
    func makePlaces(_ reader: ConfigurationReader) throws(ConfigurationReader.Refusal) -> PlaceKeeper? {
        guard let folder = try reader.placesFolder() else { return nil }
        if let places = core.digests.places { return places }
        do throws(OSError) {
            return try PlaceKeeper(
                on: loop, folder: folder, marksPerUser: reader.configuration.marksPerUser, readers: core.readers,
                documents: core.documents, digests: core.digests, journal: journal)
        } catch {
            throw reader.refusal(ofPlaces: error)
        }
    }

    /// Takes this keeper of places from now on; nil: places are not kept.
    func setPlaces(_ places: PlaceKeeper?, marksPerUser: Int) {
        if places !== core.digests.places { core.digests.places?.finish() }
        core.digests.places = places
        places?.marksPerUser = marksPerUser
    }
}

extension ConfigurationReader {
    /// Where places are kept; nil where they are not.
    func placesFolder() throws(Refusal) -> String? {
        guard configuration.places else { return nil }
        do throws(OSError) { return try PlacesFolder.find() } catch { throw refusal(ofPlaces: error) }
    }

    func refusal(ofPlaces error: OSError) -> Refusal {
        Refusal(file: "Places=yes", line: 0, text: error.description, code: error.code)
    }

    /// Opens the library folders that were named.
    ///
    /// - Parameter other: what is in force; a folder that it has is not opened again.
    /// - Throws: where the first stands that can't be opened.
    func library(sharing other: Library? = nil) throws(Refusal) -> Library {
        do throws(OSError) {
            return try Library(folders: configuration.libraryFolders, sharing: other)
        } catch {
            throw refusal(ofLibraryFolder: error)
        }
    }
}
