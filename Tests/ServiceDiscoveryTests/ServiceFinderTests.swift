import Foundation
import Glibc
import SheafOS
import Testing

@testable import ServiceDiscovery

/// A folder with folders of a user in it, as variables name them.
private final class Scene {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
        "sheaf-user-\(UUID().uuidString.prefix(8))")

    init() throws { try make("") }

    deinit { try? FileManager.default.removeItem(at: folder) }

    @discardableResult
    func make(_ name: String, mode: Int = 0o700) throws -> String {
        let path = folder.appendingPathComponent(name).path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        return path
    }

    func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

    func folders(_ variables: [String: String], user: UInt32 = CurrentProcess.user) -> UserFolders {
        UserFolders(environment: { variables[$0] }, user: user)
    }
}

/// A user who has no folder below /run/user, and no entry in the user database.
private let nobodysUser: UInt32 = 4_123_456

@Suite struct UserFoldersTests {
    @Test func aRuntimeFolderCountsWhereItIsTheUsersAlone() throws {
        let scene = try Scene()
        let path = try scene.make("run")
        let variables = ["XDG_RUNTIME_DIR": path]
        #expect(scene.folders(variables).runtime == path)
        #expect(scene.folders(variables, user: nobodysUser).runtime == nil)
        for mode in [0o755, 0o770, 0o1700, 0o500] {
            try scene.make("run", mode: mode)
            #expect((scene.folders(variables).runtime == path) == (mode == 0o1700), "\(String(mode, radix: 8))")
        }
        try scene.make("run")
        symlink(path, scene.path("link"))
        #expect(scene.folders(["XDG_RUNTIME_DIR": scene.path("link")]).runtime != scene.path("link"))
        #expect(scene.folders(["XDG_RUNTIME_DIR": "run"]).runtime != "run")
    }

    @Test func foldersOfAnotherUserDoNotCount() throws {
        let scene = try Scene()
        let home = try scene.make("home")
        let own = scene.folders(["HOME": home, "XDG_STATE_HOME": scene.path("home/not/there/yet")])
        #expect(own.home == home && own.state == scene.path("home/not/there/yet"))
        #expect(own.configuration == "\(home)/.config")
        let other = scene.folders(["HOME": home, "XDG_STATE_HOME": home], user: nobodysUser)
        #expect(other.home == nil && other.state == nil && other.configuration == nil)
        // What the user database says.
        #expect(scene.folders(["HOME": "/nowhere/at/all"]).home == scene.folders([:]).home)
    }
}

@Suite struct ServiceFinderTests {
    private let scene: Scene
    private let folders: UserFolders
    private let folder: UserServiceFolder

    init() throws {
        scene = try Scene()
        folders = scene.folders(["XDG_RUNTIME_DIR": try scene.make("run"), "HOME": try scene.make("home")])
        folder = try UserServiceFolder(folders)
    }

    private func listen() throws -> FileDescriptor {
        try folder.make()
        let socket = try UserServiceSocket(in: folder)
        guard let listener = try socket.listen() else { throw OSError(code: EADDRINUSE, operation: "listen") }
        return listener
    }

    @Test func theSocketIsInTheRuntimeFolderElseInTheStateFolder() throws {
        #expect(folder.socket == scene.path("run/sheaf/org.sheaf"))
        let home = scene.folders(["HOME": scene.path("home"), "XDG_RUNTIME_DIR": "/tmp"])
        // Where this machine has a folder for this user below /run/user, that is taken.
        let expected = home.runtime.map { "\($0)/sheaf" } ?? scene.path("home/.local/state/sheaf/run")
        #expect(try UserServiceFolder(home).path == expected)
        #expect(throws: OSError.self) { try UserServiceFolder(scene.folders([:], user: nobodysUser)) }
    }

    @Test func aFolderThatIsOpenToOthersIsRefused() throws {
        try scene.make("run/sheaf", mode: 0o755)
        let error = try #require(throws: OSError.self) { try folder.make() }
        #expect(error.description.contains("0700") && error.description.contains(folder.path))
        try scene.make("run/sheaf")
        try folder.make()
    }

    @Test func theOwnServiceComesBeforeTheSystems() throws {
        let finder = ServiceFinder(.automatic, folders: folders)
        if access(ServiceFinder.systemSocket, F_OK) != 0 {
            let error = try #require(throws: OSError.self) { _ = try finder.connect() }
            #expect(error.subject == ServiceFinder.systemSocket && error.code == ENOENT)
        }
        let listener = try listen()
        _ = try finder.connect()
        #expect(finder.location == ServiceFinder.Location(socket: folder.socket, owner: .user))
        // From then on it is no other, though it may be away.
        _ = consume listener
        #expect(throws: OSError.self) { _ = try finder.connect() }
        #expect(finder.location.owner == .user)
    }

    @Test func whatIsNamedIsTaken() throws {
        let listener = try listen()
        let named = ServiceFinder(.socket(folder.socket), mayStart: false, folders: folders)
        _ = try named.connect()
        #expect(named.location.owner == .unknown)
        let system = ServiceFinder(.system, folders: folders)
        #expect(system.location == ServiceFinder.Location(socket: ServiceFinder.systemSocket, owner: .system))
        let user = ServiceFinder(.user, folders: folders)
        _ = try user.connect()
        #expect(user.location.owner == .user)
        withExtendedLifetime(listener.number) {}
    }

    @Test func whatCannotBeStartedIsSaid() throws {
        try scene.make("run/sheaf", mode: 0o755)
        let finder = ServiceFinder(.user, mayStart: true, folders: folders)
        #expect(throws: OSError.self) { _ = try finder.connect() }
        #expect(try #require(finder.startFailure).contains("0700"))
        // The reason stays, also where nothing is tried for a while.
        #expect(throws: OSError.self) { _ = try finder.connect() }
        #expect(try #require(finder.startFailure).contains("0700"))
        let homeless = ServiceFinder(.user, folders: scene.folders([:], user: nobodysUser))
        #expect(throws: OSError.self) { _ = try homeless.connect() }
        #expect(try #require(homeless.startFailure).contains("XDG_RUNTIME_DIR"))
    }

    @Test func ofTwoServicesOneListens() throws {
        let first = try listen()
        let second = try UserServiceSocket(in: folder)
        let isAlone = try second.listen() == nil
        #expect(isAlone)
        withExtendedLifetime(first.number) {}
    }

    @Test func theSocketOfOneThatWasKilledIsReplaced() throws {
        do { _ = try listen() }
        #expect(access(folder.socket, F_OK) == 0)
        _ = try listen()
    }

    @Test func aServiceThatSomebodyHasConnectedToDoesNotEnd() throws {
        try folder.make()
        let socket = try UserServiceSocket(in: folder)
        let listener = try socket.listen()?.release() ?? -1
        defer { close(listener) }
        let connection = folder.connect()?.release() ?? -1
        defer { close(connection) }
        #expect(listener >= 0 && connection >= 0)
        #expect(!socket.retire(listener) && access(folder.socket, F_OK) == 0)
        let accepted = try UnixSocket.accept(on: listener)?.release() ?? -1
        #expect(accepted >= 0)
        defer { close(accepted) }
        #expect(socket.retire(listener))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["lock"])
        // What it removes at its end is not the socket of the next one.
        let next = try listen()
        socket.remove()
        #expect(access(folder.socket, F_OK) == 0)
        withExtendedLifetime(next.number) {}
    }

    @Test func theSocketOfAnotherInItsPlaceStays() throws {
        try folder.make()
        let socket = try UserServiceSocket(in: folder)
        let listener = try socket.listen()?.release() ?? -1
        defer { close(listener) }
        unlink(folder.socket)
        // As a unit of the user's does.
        let other = try UnixSocket.listen(at: folder.socket)
        #expect(socket.retire(listener))
        socket.remove()
        let isThere = folder.connect() != nil
        #expect(isThere)
        withExtendedLifetime(other.number) {}
    }

    @Test func aServiceWhoseSocketSomebodyHasRemovedEnds() throws {
        try folder.make()
        let socket = try UserServiceSocket(in: folder)
        let listener = try socket.listen()?.release() ?? -1
        defer { close(listener) }
        unlink(folder.socket)
        #expect(socket.retire(listener))
    }
}
