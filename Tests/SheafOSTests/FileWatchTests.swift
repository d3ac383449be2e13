import Glibc
import SheafOS
import Testing

/// Watches of real files.
@Suite struct FileWatchTests {
    /// A folder with a file "a", and what watches have told.
    private final class Bench {
        let loop: EventLoop
        let watcher: FileWatcher
        let folder: String
        let descriptor: SharedDescriptor
        var told: [FileChange] = []

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

        func watch(quietTime: UInt64 = 10_000) -> FileWatch {
            watcher.watch(quietTime: quietTime) { [unowned self] in told.append($0) }
        }

        func run(until isDone: () -> Bool) throws {
            let deadline = EventLoop.now + 30_000_000
            while !isDone() {
                try #require(EventLoop.now < deadline, "waited in vain")
                try loop.runOnce(timeoutMilliseconds: 50)
            }
        }

        /// Runs the loop for so long that anything would have been told.
        func settle() throws {
            let end = EventLoop.now + 60_000
            while EventLoop.now < end { try loop.runOnce(timeoutMilliseconds: 5) }
        }
    }

    @Test func manyWritesAreOneChange() throws {
        let bench = try Bench()
        let watch = bench.watch()
        try watch.follow(try bench.file())
        try bench.settle()
        #expect(bench.told.isEmpty)
        for _ in 0..<50 { try bench.write("a", "more", flags: O_APPEND) }
        try bench.run { !bench.told.isEmpty }
        try bench.settle()
        #expect(bench.told == [.rewritten])
        try bench.write("a", "again")
        try bench.run { bench.told.count == 2 }
        #expect(bench.told.last == .rewritten)
        withExtendedLifetime(watch) {}
    }

    @Test func fileIsWatchedWhateverItIsCalled() throws {
        let bench = try Bench()
        let watch = bench.watch()
        try watch.follow(try bench.file())
        #expect(rename("\(bench.folder)/a", "\(bench.folder)/b") == 0)
        try bench.settle()
        #expect(bench.told.isEmpty)
        try bench.write("b", "two")
        try bench.run { !bench.told.isEmpty }
        #expect(bench.told == [.rewritten])
        withExtendedLifetime(watch) {}
    }

    @Test func readingAndRightsAreNoChange() throws {
        let bench = try Bench()
        let watch = bench.watch()
        let file = try bench.file()
        try watch.follow(file)
        try watch.follow("a", beneath: bench.descriptor.number)
        var byte: UInt8 = 0
        #expect(pread(file.number, &byte, 1, 0) == 1)
        #expect(chmod("\(bench.folder)/a", 0o400) == 0)
        #expect(link("\(bench.folder)/a", "\(bench.folder)/c") == 0)
        #expect(unlink("\(bench.folder)/c") == 0)
        try bench.write("other", "x")
        try bench.settle()
        #expect(bench.told.isEmpty)
        withExtendedLifetime(watch) {}
    }

    @Test func fileThatGoesIsToldAsDeleted() throws {
        let bench = try Bench()
        let watch = bench.watch()
        try watch.follow(try bench.file())
        #expect(unlink("\(bench.folder)/a") == 0)
        try bench.run { !bench.told.isEmpty }
        #expect(bench.told == [.deleted])
        withExtendedLifetime(watch) {}
    }

    @Test(arguments: ["a", "/a", "./a", "below/../a"])
    func fileRenamedOverItsNameReplacesIt(path: String) throws {
        let bench = try Bench()
        #expect(mkdir("\(bench.folder)/below", 0o700) == 0)
        let watch = bench.watch()
        try watch.follow(try bench.file())
        try watch.follow(path, beneath: bench.descriptor.number)
        try bench.write("new", "two")
        #expect(rename("\(bench.folder)/new", "\(bench.folder)/a") == 0)
        try bench.run { !bench.told.isEmpty }
        try bench.settle()
        #expect(bench.told == [[.replaced, .deleted]])
        withExtendedLifetime(watch) {}
    }

    @Test func fileMadeAnewAndWrittenLaterIsReplacedTwice() throws {
        let bench = try Bench()
        let watch = bench.watch()
        try watch.follow("a", beneath: bench.descriptor.number)
        #expect(unlink("\(bench.folder)/a") == 0)
        try bench.run { bench.told == [.deleted] }
        let number = open("\(bench.folder)/a", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        try bench.run { bench.told == [.deleted, .replaced] }
        #expect(write(number, "x", 1) == 1)
        close(number)
        try bench.run { bench.told == [.deleted, .replaced, .replaced] }
        withExtendedLifetime(watch) {}
    }

    @Test func fileWrittenInPlaceUnderItsNameIsNotReplaced() throws {
        let bench = try Bench()
        let watch = bench.watch()
        try watch.follow(try bench.file())
        try watch.follow("a", beneath: bench.descriptor.number)
        try bench.write("a", "two")
        try bench.run { !bench.told.isEmpty }
        try bench.settle()
        #expect(bench.told == [.rewritten])
        withExtendedLifetime(watch) {}
    }

    @Test func writerThatNeverRestsIsToldNowAndThen() throws {
        let bench = try Bench()
        // Never quiet for so long: only the longest wait ends it.
        let watch = bench.watch(quietTime: FileWatch.longestWait)
        try watch.follow(try bench.file())
        var writes = 0
        try bench.run {
            writes += 1
            try? bench.write("a", "x", flags: O_APPEND)
            return !bench.told.isEmpty
        }
        #expect(writes > 2 && bench.told == [.rewritten])
        withExtendedLifetime(watch) {}
    }

    @Test func watchesOfOneFileAreApart() throws {
        let bench = try Bench()
        var first: FileWatch? = bench.watch()
        try first?.follow(try bench.file())
        let second = bench.watch()
        try second.follow(try bench.file())
        try bench.write("a", "two")
        try bench.run { bench.told.count == 2 }
        first = nil
        try bench.write("a", "three")
        try bench.run { bench.told.count == 3 }
        try bench.settle()
        #expect(bench.told.count == 3)
        second.cancel()
        try bench.write("a", "four")
        try bench.settle()
        #expect(bench.told.count == 3)
        withExtendedLifetime(first) {}
    }

    @Test func watchThatIsCancelledWithAChangeUnderWayIsSilent() throws {
        let bench = try Bench()
        let watch = bench.watch()
        try watch.follow(try bench.file())
        try bench.write("a", "two")
        try bench.loop.runOnce(timeoutMilliseconds: 1_000)
        watch.cancel()
        try bench.settle()
        #expect(bench.told.isEmpty)
    }

    @Test func lostEventsMayMeanAnything() throws {
        let bench = try Bench()
        let watch = bench.watch()
        try watch.follow("a", beneath: bench.descriptor.number)
        let text = try TextFile.read("/proc/sys/fs/inotify/max_queued_events")
        let most = try #require(Int(text.prefix { $0.isNumber }))
        // No two events in a row are alike: those would be one.
        for _ in 0..<most / 2 + 100 {
            #expect(link("\(bench.folder)/a", "\(bench.folder)/b") == 0)
            #expect(unlink("\(bench.folder)/b") == 0)
        }
        try bench.run { !bench.told.isEmpty }
        #expect(bench.told == [.unknown])
    }

    @Test(arguments: ["none/a", "../a", ""])
    func placesThatCannotBeWatchedAreErrors(path: String) throws {
        let bench = try Bench()
        let watch = bench.watch()
        #expect(throws: OSError.self) { try watch.follow(path, beneath: bench.descriptor.number) }
        // Kept open: another test's file could have its number else, and be a folder.
        let file = try bench.file()
        #expect(throws: OSError.self) { try watch.follow("a", beneath: file.number) }
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
