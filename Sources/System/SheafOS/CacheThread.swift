/// A folder with what can be made anew, on a thread that waits for its disk: ``CacheFolder`` for a loop.
package final class CacheThread {
    /// So much may wait for the disk; of more nothing is found or kept.
    private static let waitingLimit = 256

    /// The desk of the thread.
    private final class Desk {
        let folder: CacheFolder
        let loopQueue: WorkThread<Desk>.LoopQueue

        init(_ folder: CacheFolder, _ loopQueue: WorkThread<Desk>.LoopQueue) {
            (self.folder, self.loopQueue) = (folder, loopQueue)
        }
    }

    private let thread: WorkThread<Desk>
    private let what: String
    private let warn: (String) -> Void
    private var hasWarned = false

    /// - Parameters:
    ///   - path: of the folder, which is made where it is missing.
    ///   - what: what is kept in it, for people.
    ///   - limit: the bytes of all that is kept.
    ///   - warn: called once where nothing can be written any more.
    /// - Throws: where the folder can't be made or written to, or is not this user's alone.
    package init(
        _ path: String, of kind: CacheFolder.Kind, for what: String, limit: Int, on loop: EventLoop,
        warn: @escaping (String) -> Void
    ) throws(OSError) {
        try CacheFolder.prepare(path, for: what)
        (self.what, self.warn) = (what, warn)
        thread = try WorkThread(on: loop, maxWaiting: Self.waitingLimit) {
            Desk(CacheFolder(path, of: kind, limit: limit), $0)
        }
    }

    /// Finds what was kept under a name: an open file, in which it begins at ``CacheFolder/headLength``; nil where nothing is. The completion is
    /// called on the loop.
    package func find(
        _ name: String, completion: @escaping ((file: SharedDescriptor, content: ArraySlice<UInt8>)?) -> Void
    ) {
        let tell = OfLoop(value: completion)
        let isTaken = thread.hand { desk in
            let found = desk.folder.find(name)
            desk.loopQueue.enqueue { tell.value(found) }
        }
        if !isTaken { completion(nil) }
    }

    package func keep(_ content: [UInt8], as name: String) {
        write { folder throws(OSError) in try folder.keep(content, as: name) }
    }

    package func remove(_ name: String) { write { folder throws(OSError) in folder.remove(name) } }

    /// Writes something else beside what is kept.
    package func write(_ work: @escaping @Sendable (CacheFolder) throws(OSError) -> Void) {
        let tell = OfLoop<(OSError) -> Void> { [self] error in
            guard !hasWarned else { return }
            hasWarned = true
            warn("\(error): \(what) are not kept")
        }
        _ = thread.hand { desk in
            do throws(OSError) { try work(desk.folder) } catch { desk.loopQueue.enqueue { tell.value(error) } }
        }
    }
}
