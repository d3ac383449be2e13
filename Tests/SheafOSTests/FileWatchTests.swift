import Glibc
import SheafOS
import TestSupport
import Testing

/// Watches of real files.
@Suite struct FileWatchTests {
    /// A folder with a file "a", and what watches have reported.
    private final class Bench {
        let loop: EventLoop
        let watcher: FileWatcher
        let folder: String
        let descriptor: SharedDescriptor
        var changes: [FileChange] = []

        init() throws {
            var template = Array("/tmp/sheaf-watch-XXXXXX".utf8CString)
            folder = try #require(mkdtemp(&template).map { String(cString: $0) })
            loop = try EventLoop()
            watcher = try FileWatcher(on: loop)
            descriptor = SharedDescriptor(try Folder.open(folder))
            try write("a", "one")
        }

        deinit {
            rmdir("\(folder)/below")
            for name in (try? Folder.names(in: folder)) ?? [] { unlink("\(folder)/\(name)") }
            rmdir(folder)
        }

        func write(_ name: String, _ text: String, flags: Int32 = O_CREAT | O_TRUNC) throws {
            let number = open("\(folder)/\(name)", O_WRONLY | O_CLOEXEC | flags, 0o600)
            try #require(number >= 0)
            defer { close(number) }
            #expect(Glibc.write(number, text, text.utf8.count) == text.utf8.count)
        }

        func file(_ name: String = "a") throws -> SharedDescriptor {
            SharedDescriptor(try FileDescriptor.open("\(folder)/\(name)"))
        }

        /// That of the watches, in microseconds.
        let quietTime: UInt64 = 10_000

        func watch(quietTime: UInt64? = nil) -> FileWatch {
            let watch = watcher.watch(quietTime: quietTime ?? self.quietTime)
            watch.begin { [unowned self] in changes.append($0) }
            return watch
        }

        func eventually(at location: SourceLocation = #_sourceLocation, _ holds: () throws -> Bool) throws {
            try TestSupport.eventually(on: loop, at: location, holds)
        }

        /// Waits until everything is reported that happened before: a change of another file is, which takes longer.
        func settle() throws {
            try write("marker", "x")
            var isReported = false
            let watch = watcher.watch(quietTime: 2 * quietTime)
            watch.begin { _ in isReported = true }
            try watch.watch([try file("marker")])
            try write("marker", "y")
            try eventually { isReported }
        }
    }

    @Test func manyWritesAreOneChange() throws {
        let bench = try Bench()
        let watch = bench.watch()
        try watch.watch([try bench.file()])
        try bench.settle()
        #expect(bench.changes.isEmpty)
        for _ in 0..<50 { try bench.write("a", "more", flags: O_APPEND) }
        try bench.eventually { !bench.changes.isEmpty }
        try bench.settle()
        #expect(bench.changes == [.rewritten])
        try bench.write("a", "again")
        try bench.eventually { bench.changes.count == 2 }
        #expect(bench.changes.last == .rewritten)
        withExtendedLifetime(watch) {}
    }

    @Test func fileIsWatchedWhateverItIsCalled() throws {
        let bench = try Bench()
        let watch = bench.watch()
        try watch.watch([try bench.file()])
        #expect(rename("\(bench.folder)/a", "\(bench.folder)/b") == 0)
        // Another may come to have the name that it had.
        try bench.eventually { !bench.changes.isEmpty }
        #expect(bench.changes == [.deleted])
        try bench.write("b", "two")
        try bench.eventually { bench.changes.count == 2 }
        #expect(bench.changes.last == .rewritten)
        withExtendedLifetime(watch) {}
    }

    @Test func readingAndRightsAreNoChange() throws {
        let bench = try Bench()
        let watch = bench.watch()
        let file = try bench.file()
        try watch.watch([file])
        try watch.watch("a", beneath: bench.descriptor.number)
        var byte: UInt8 = 0
        #expect(pread(file.number, &byte, 1, 0) == 1)
        #expect(chmod("\(bench.folder)/a", 0o400) == 0)
        #expect(link("\(bench.folder)/a", "\(bench.folder)/c") == 0)
        #expect(unlink("\(bench.folder)/c") == 0)
        try bench.write("other", "x")
        try bench.settle()
        #expect(bench.changes.isEmpty)
        withExtendedLifetime(watch) {}
    }

    @Test func fileThatIsUnlinkedIsDeleted() throws {
        let bench = try Bench()
        let watch = bench.watch()
        try watch.watch([try bench.file()])
        #expect(unlink("\(bench.folder)/a") == 0)
        try bench.eventually { !bench.changes.isEmpty }
        #expect(bench.changes == [.deleted])
        withExtendedLifetime(watch) {}
    }

    @Test(arguments: ["a", "/a", "./a", "below/../a"])
    func fileRenamedOverItsNameReplacesIt(path: String) throws {
        let bench = try Bench()
        #expect(mkdir("\(bench.folder)/below", 0o700) == 0)
        let watch = bench.watch()
        try watch.watch([try bench.file()])
        try watch.watch(path, beneath: bench.descriptor.number)
        try bench.write("new", "two")
        #expect(rename("\(bench.folder)/new", "\(bench.folder)/a") == 0)
        try bench.eventually { !bench.changes.isEmpty }
        try bench.settle()
        #expect(bench.changes == [[.replaced, .deleted]])
        withExtendedLifetime(watch) {}
    }

    @Test func fileMadeAnewAndWrittenLaterIsReplacedTwice() throws {
        let bench = try Bench()
        let watch = bench.watch()
        try watch.watch("a", beneath: bench.descriptor.number)
        #expect(unlink("\(bench.folder)/a") == 0)
        try bench.eventually { bench.changes == [.deleted] }
        let number = open("\(bench.folder)/a", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        try bench.eventually { bench.changes == [.deleted, .replaced] }
        #expect(write(number, "x", 1) == 1)
        close(number)
        try bench.eventually { bench.changes == [.deleted, .replaced, .replaced] }
        withExtendedLifetime(watch) {}
    }

    @Test func fileWrittenInPlaceUnderItsNameIsNotReplaced() throws {
        let bench = try Bench()
        let watch = bench.watch()
        try watch.watch([try bench.file()])
        try watch.watch("a", beneath: bench.descriptor.number)
        try bench.write("a", "two")
        try bench.eventually { !bench.changes.isEmpty }
        try bench.settle()
        #expect(bench.changes == [.rewritten])
        withExtendedLifetime(watch) {}
    }

    @Test func writerThatNeverRestsIsReportedNowAndThen() throws {
        let bench = try Bench()
        // Never quiet for so long: only the longest wait ends it.
        let watch = bench.watch(quietTime: FileWatch.longestWait)
        try watch.watch([try bench.file()])
        var writes = 0
        try bench.eventually {
            writes += 1
            try? bench.write("a", "x", flags: O_APPEND)
            return !bench.changes.isEmpty
        }
        #expect(writes > 2 && bench.changes == [.rewritten])
        withExtendedLifetime(watch) {}
    }

    @Test func watchesOfOneFileAreApart() throws {
        let bench = try Bench()
        var first: FileWatch? = bench.watch()
        try first?.watch([try bench.file()])
        let second = bench.watch()
        try second.watch([try bench.file()])
        try bench.write("a", "two")
        try bench.eventually { bench.changes.count == 2 }
        first = nil
        try bench.write("a", "three")
        try bench.eventually { bench.changes.count == 3 }
        try bench.settle()
        #expect(bench.changes.count == 3)
        second.cancel()
        try bench.write("a", "four")
        try bench.settle()
        #expect(bench.changes.count == 3)
        withExtendedLifetime(first) {}
    }

    @Test func watchThatIsCancelledWithAChangeUnderWayIsSilent() throws {
        let bench = try Bench()
        let watch = bench.watch()
        try watch.watch([try bench.file()])
        try bench.write("a", "two")
        try bench.loop.runOnce(timeoutMilliseconds: 1_000)
        watch.cancel()
        try bench.settle()
        #expect(bench.changes.isEmpty)
    }

    @Test func lostEventsMayMeanAnything() throws {
        let bench = try Bench()
        let watch = bench.watch()
        try watch.watch("a", beneath: bench.descriptor.number)
        let text = try TextFile.read("/proc/sys/fs/inotify/max_queued_events")
        let most = try #require(Int(text.prefix { $0.isNumber }))
        // No two events in a row are alike: those would be one.
        for _ in 0..<most / 2 + 100 {
            #expect(link("\(bench.folder)/a", "\(bench.folder)/b") == 0)
            #expect(unlink("\(bench.folder)/b") == 0)
        }
        try bench.eventually { !bench.changes.isEmpty }
        #expect(bench.changes == [.unknown])
    }

    @Test(arguments: ["none/a", "../a", ""])
    func placesThatCannotBeWatchedAreErrors(path: String) throws {
        let bench = try Bench()
        let watch = bench.watch()
        #expect(throws: OSError.self) { try watch.watch(path, beneath: bench.descriptor.number) }
        // Kept open: another test's file could have its number else, and be a folder.
        let file = try bench.file()
        #expect(throws: OSError.self) { try watch.watch("a", beneath: file.number) }
        withExtendedLifetime(file) {}
    }

    /// In a process of its own: the limit is that of a whole process.
    @Test func noDescriptorsAreAnError() async {
        await #expect(processExitsWith: .success) {
            let loop = try EventLoop()
            var limit = rlimit()
            getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            var none = rlimit(rlim_cur: 0, rlim_max: limit.rlim_max)
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &none)
            #expect(throws: OSError.self) { _ = try FileWatcher(on: loop) }
            // A leak checker opens files at the end.
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        }
    }
}
