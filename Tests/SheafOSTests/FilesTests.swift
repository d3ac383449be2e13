import CSheafShims
import Glibc
import TestSupport
import Testing

@testable import SheafOS

@Suite final class FolderTests {
    private let path = "/tmp/sheaf-folder-\(getpid())-\(UInt64.random(in: 0 ... .max))"
    private let folder: SharedDescriptor

    init() throws {
        system("mkdir -p \(path)/library/deep && echo 1 > \(path)/library/deep/book && echo 2 > \(path)/secret")
        system("cd \(path)/library && ln -s ../secret out && ln -s deep/book in && ln -s deep link && ln -s .. up")
        folder = SharedDescriptor(try Folder.open("\(path)/library"))
    }

    deinit {
        system("rm -rf \(path)")
    }

    @Test(arguments: ["deep/book", "deep//book", "./deep/./book"])
    func aFileBelowAFolderIsOpened(name: String) throws {
        #expect(throws: Never.self) { _ = try Folder.openFile(name, beneath: self.folder.number) }
        #expect(throws: Never.self) { _ = try Folder.walkToFile(name, beneath: self.folder.number) }
    }

    @Test(arguments: ["../secret", "deep/../../secret", "out", "up/secret", "/etc/passwd"])
    func nothingLeadsOutOfAFolder(name: String) {
        #expect(throws: OSError.self) { _ = try Folder.openFile(name, beneath: self.folder.number) }
        #expect(throws: OSError.self) { _ = try Folder.walkToFile(name, beneath: self.folder.number) }
    }

    /// The kernel would see the path up to there.
    @Test(arguments: ["deep/book\0", "deep/book\0.pdf", "\0"])
    func aPathWithANULIsRefused(name: String) {
        let refusals: [() throws -> Void] = [
            { _ = try Folder.openFile(name, beneath: self.folder.number) },
            { _ = try Folder.walkToFile(name, beneath: self.folder.number) },
            { _ = try Folder.locate(name, beneath: self.folder.number) },
        ]
        for refusal in refusals { #expect { try refusal() } throws: { ($0 as? OSError)?.code == EINVAL } }
    }

    @Test(arguments: [
        Case("a link", "in"), Case("below a link", "link/book"), Case("the way back", "deep/.."),
        Case("no name", ""),
        Case("a name of 256 bytes", String(repeating: "n", count: 256)),
    ])
    func walkingFollowsNoLinkAndNoWayBack(name: Case<String>) {
        #expect(throws: OSError.self) { _ = try Folder.walkToFile(name.value, beneath: self.folder.number) }
    }
}

@Suite final class UserFileTests {
    private let folder: String

    init() throws {
        var template = Array("/tmp/sheaf-test-XXXXXX".utf8CString)
        folder = try #require(mkdtemp(&template).map { String(cString: $0) })
    }

    deinit {
        for name in names { unlink("\(folder)/\(name)") }
        rmdir(folder)
    }

    private var names: [String] { TextFile.names(in: folder, suffix: "") }

    private func write(_ text: String, to path: String) throws {
        try UserFile.write(text.utf8.span.bytes, to: path)
    }

    @Test func aFileIsReplacedAndNothingElseIsLeft() throws {
        let path = "\(folder)/a"
        try write("one", to: path)
        chmod(path, 0o640)
        try write("longer than one", to: path)
        #expect(try TextFile.read(path) == "longer than one")
        #expect(names == ["a"])
        var status = stat()
        #expect(stat(path, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o640)
    }

    @Test func aLinkGoesOnPointingToTheFile() throws {
        try write("one", to: "\(folder)/a")
        symlink("a", "\(folder)/link")
        try write("two", to: "\(folder)/link")
        #expect(try TextFile.read("\(folder)/a") == "two")
        var status = stat()
        #expect(lstat("\(folder)/link", &status) == 0)
        #expect(status.st_mode & S_IFMT == S_IFLNK)
    }

    @Test func aDeviceIsWrittenToAndStaysOne() throws {
        try write("x", to: "/dev/null")
        var status = stat()
        #expect(stat("/dev/null", &status) == 0)
        #expect(status.st_mode & S_IFMT == S_IFCHR)
    }

    @Test func whatCannotBeWrittenIsNamed() {
        #expect(throws: OSError(code: EISDIR, operation: "write", subject: folder)) {
            try write("x", to: folder)
        }
        #expect(throws: OSError(code: ENOENT, operation: "write", subject: "\(folder)/no/a")) {
            try write("x", to: "\(folder)/no/a")
        }
        #expect(throws: OSError(code: ENOSPC, operation: "write", subject: "/dev/full")) {
            try write("x", to: "/dev/full")
        }
        #expect(names.isEmpty)
    }

    @Test func openingAFifoDoesNotWaitForAWriter() throws {
        let path = "\(folder)/fifo"
        mkfifo(path, 0o600)
        let file = try FileDescriptor.open(path)
        #expect(try !DescriptorKind(of: file.number).isRegular)
    }
}

/// The status of a file, which tells whether the file has the bytes that it had.
@Suite struct FileStatusTests {
    @Test func itIsAnotherOneWithOtherBytesAndTheSameByPathAndDescriptor() throws {
        let path = "/tmp/sheaf-state-\(getpid())-\(UInt64.random(in: 0 ... .max))"
        defer { system("rm -rf \(path)") }
        system("mkdir \(path) && cd \(path) && printf 1 > file && ln -s file link")
        let first = try #require(FileStatus(path: "\(path)/file"))
        #expect(first.size == 1 && FileStatus(path: "\(path)/file") == first)
        let file = try FileDescriptor.open("\(path)/file")
        #expect(try FileStatus(of: file.number) == first)
        // Of the same size, and with the time that it had.
        system("cd \(path) && touch -r file time && printf 2 > file && touch -r time file")
        let second = try #require(FileStatus(path: "\(path)/file"))
        #expect(second != first && second.modified == first.modified && second.size == 1)
        #expect(try FileStatus(of: file.number) == second)
        #expect(first.isRegular && !first.isFolder && FileStatus(path: path)?.isFolder == true)
        // A link itself.
        let link = try #require(FileStatus(path: "\(path)/link"))
        #expect(!link.isRegular && !link.isFolder && link != second)
        let folder = try Folder.open(path)
        #expect(FileStatus(name: Array("file".utf8), in: folder.number) == second)
        #expect(FileStatus(name: Array("none".utf8), in: folder.number) == nil)
        #expect(FileStatus(path: "\(path)/none") == nil)
        #expect(throws: OSError.self) { try FileStatus(of: -1) }
    }
}

@Suite struct PipeTests {
    /// The kernel gives no more to whose pipes have much already, and to nobody as much as this.
    @Test func aPipeThatHoldsLessThanWasAskedForWillDo() throws {
        try Pipe.make(capacity: .max) { reading, writing throws(OSError) in
            #expect(write(writing.number, "ab", 2) == 2)
            var bytes = [UInt8](repeating: 0, count: 4)
            #expect(read(reading.number, &bytes, bytes.count) == 2)
        }
    }
}

/// The kind of a descriptor, as far as it is known without asking its file system.
@Suite struct DescriptorKindTests {
    private static func kind(of path: String, _ flags: Int32) throws -> DescriptorKind {
        let number = Glibc.open(path, flags)
        let file = SharedDescriptor(FileDescriptor(owning: try check(number < 0 ? -errno : number, "open", path)))
        return try DescriptorKind(of: file.number)
    }

    @Test func regularFilesThatCanBeReadAreKnown() throws {
        let path = "/tmp/sheaf-kind-\(getpid())"
        defer { unlink(path) }
        close(open(path, O_WRONLY | O_CREAT, 0o600))
        let onlyAsPath: Int32 = 0o10000000
        for (flags, isReadable) in [(O_RDONLY, true), (O_RDWR, true), (O_WRONLY, false), (onlyAsPath, false)] {
            let kind = try Self.kind(of: path, flags)
            #expect(kind.isRegular && kind.isReadable == isReadable, "\(flags)")
        }
        for path in ["/", "/dev/null"] { #expect(try !Self.kind(of: path, O_RDONLY).isRegular) }
    }

    /// Some on a disk are served by a program, as NTFS-3G is (fuseblk): it tells no attributes. Those of statx(2), as ext4, XFS, Btrfs, CIFS
    /// and an overlay over XFS tell them.
    @Test(
        arguments: [
            (254, 0x10_187c, true), (8, 0x70, true), (0, 0x74, true), (0, 0x874, false), (0, 0x70, false),
            (8, 0, false),
            (0, 0, false),
        ] as [(UInt32, UInt64, Bool)])
    func aDiskIsNotEnoughToBeOfThisMachine(major: UInt32, attributes: UInt64, isOnDisk: Bool) {
        #expect((sheaf_file_is_on_disk(major, attributes) != 0) == isOnDisk)
    }

    @Test func memoryIsOfThisMachineAndProcIsNot() throws {
        let memory = SharedDescriptor(try Memfd.create(name: "x", size: 0))
        #expect(try DescriptorKind(of: memory.number).isLocal)
        #expect(try !Self.kind(of: "/proc/self/status", O_RDONLY).isLocal)
    }
}

@Suite struct MountTableTests {
    private static let list =
        """
        22 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw,discard
        30 22 0:30 / /run rw - tmpfs tmpfs rw,size=1k
        31 22 0:31 / /home/a\\040b/mnt rw,nosuid - fuse.sshfs host:/ rw,user_id=1
        32 22 0:32 / /net rw - nfs4 server:/ rw
        33 22 8:17 / /media/stick rw - fuseblk /dev/sdb1 rw
        34 22 0:34 / /over/local rw - overlay o rw,lowerdir=/usr:/etc,upperdir=/run/upper,workdir=/run/work
        35 22 0:35 / /over/fuse rw - overlay o rw,lowerdir=/usr:/home/a\\040b/mnt/x,upperdir=/run/upper
        36 22 0:36 / /over/over rw - overlay o rw,lowerdir=/over/fuse/y
        37 22 0:37 / /over/odd rw - overlay o rw,lowerdir=/run/a\\134:b
        38 22 0:38 / / rw - overlay root rw,lowerdir=/,upperdir=/var/upper
        39 22 0:39 / /mnt rw - fuse me rw
        40 39 0:40 / /mnt rw - tmpfs me rw
        41 22 0:41 / /over/hidden rw - overlay o rw,lowerdir=/mnt
        42 22 0:42 / /pool rw - zfs pool rw

        nothing of a mount
        """

    @Test(arguments: [
        (254, 0, true), (0, 30, true), (0, 31, false), (0, 32, false), (8, 17, false), (0, 34, true), (0, 35, false),
        (0, 36, false), (0, 37, false), (0, 38, true), (0, 39, false), (0, 41, true), (0, 42, true), (0, 99, false),
        (8, 99, false),
    ])
    func onlyWhatIsListedAndOfThisMachineIsLocal(major: UInt32, minor: UInt32, isLocal: Bool) {
        #expect(MountTable(Self.list).isLocal(DeviceNumber(major: major, minor: minor)) == isLocal)
    }

    /// The kernel's own list, read again when something was mounted; nothing is here but that it can be read.
    @Test func whatIsMountedHereIsFound() throws {
        for (path, isLocal) in [("/proc/self/exe", true), ("/proc/self/status", false)] {
            let file = SharedDescriptor(try FileDescriptor.open(path))
            #expect(try MountTable().isLocal(DescriptorKind(of: file.number)) == isLocal, "\(path)")
        }
    }
}
