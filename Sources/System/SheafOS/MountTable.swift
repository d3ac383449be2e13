import CSheafShims
import Glibc

/// The file systems that this process sees mounted: what /proc/self/mountinfo lists. None of them is asked anything.
package final class MountTable {
    struct Mount {
        let device: DeviceNumber
        let type: String
        let mountPoint: String
        /// The options that the file system was mounted with: "rw,lowerdir=/a:/b,upperdir=/c".
        let options: [Substring]
    }

    /// File systems that are kept on this machine, and have no disk of their own by whose device number one could tell.
    private static let localTypes: Set<String> = ["tmpfs", "ramfs", "btrfs", "zfs", "bcachefs"]
    /// Which layers an overlay has. Their folders are parted by colons.
    private static let layerOptions = ["lowerdir=", "lowerdir+=", "datadir+=", "upperdir="]
    /// Overlays below each other; Linux has two at most.
    private static let maxDepth = 3

    private let list: SharedDescriptor?
    private var mounts: [Mount] = []
    private var isRead = false

    /// Where there is no /proc nothing is known of any file system.
    package init() {
        do throws(OSError) {
            list = SharedDescriptor(try FileDescriptor.open("/proc/self/mountinfo"))
        } catch {
            list = nil
        }
    }

    init(_ text: String) {
        list = nil
        mounts = Self.mounts(in: text)
    }

    /// Whether a file is known to be on a file system of this machine's own. One that is not listed, as a user's own FUSE
    /// file system in a namespace of the user's, is not; nor is an overlay with a layer that is not.
    package func isLocal(_ kind: DescriptorKind) -> Bool {
        kind.isLocal || isLocal(kind.device)
    }

    func isLocal(_ device: DeviceNumber) -> Bool {
        readAgain()
        guard let mount = mounts.last(where: { $0.device == device }) else { return false }
        return isLocal(mount, depth: 0)
    }

    private func isLocal(_ mount: Mount, depth: Int) -> Bool {
        if mount.type == "overlay" {
            guard depth < Self.maxDepth else { return false }
            return Self.layers(of: mount).allSatisfy { layer in
                // A name with a colon or a comma, which stand behind backslashes there.
                guard !layer.contains("\\"), let below = self.mount(of: layer) else { return false }
                // As seen from where it was mounted it may lie behind itself: then nothing of the layer is listed.
                return below.device == mount.device || isLocal(below, depth: depth + 1)
            }
        }
        return Self.localTypes.contains(mount.type) || mount.device.major != 0 && mount.type != "fuseblk"
    }

    /// Returns the mount that a path is on: the last of those that were mounted at the longest part of it.
    private func mount(of path: String) -> Mount? {
        let above = mounts.filter {
            path == $0.mountPoint || path.hasPrefix($0.mountPoint == "/" ? "/" : $0.mountPoint + "/")
        }
        let longest = above.map(\.mountPoint.utf8.count).max()
        return above.last { $0.mountPoint.utf8.count == longest }
    }

    private static func layers(of overlay: Mount) -> [String] {
        overlay.options.flatMap { option -> [String] in
            guard let name = layerOptions.first(where: { option.hasPrefix($0) }) else { return [] }
            return option.dropFirst(name.count).split(separator: ":").map { String($0) }
        }
    }

    private func readAgain() {
        guard let list, !isRead || sheaf_file_mounts_changed(list.number) != 0 else { return }
        isRead = true
        mounts = Self.mounts(in: (try? Self.read(list.number)) ?? "")
    }

    /// The whole of it, from its beginning.
    private static func read(_ number: Int32) throws(OSError) -> String {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = unsafe pread(number, &piece, piece.count, off_t(bytes.count))
            try check(count < 0 ? -errno : 0, "read", "/proc/self/mountinfo")
            guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
            bytes += piece[..<count]
        }
    }

    /// Lines as proc(5) has them: "36 35 98:0 /root /place rw,noatime master:1 - ext3 /dev/root rw,errors=continue".
    private static func mounts(in text: String) -> [Mount] {
        text.split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ")
            guard let end = words.firstIndex(of: "-"), end > 5, words.count > end + 3 else { return nil }
            let numbers = words[2].split(separator: ":").compactMap { UInt32($0) }
            guard numbers.count == 2 else { return nil }
            return Mount(
                device: DeviceNumber(major: numbers[0], minor: numbers[1]), type: String(words[end + 1]),
                mountPoint: unescaped(words[4]), options: unescaped(words[end + 3]).split(separator: ","))
        }
    }

    /// Spaces, tabs, line breaks and backslashes are written as three octal digits behind a backslash.
    private static func unescaped(_ word: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = word.utf8[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "\\"), let text = String(rest.prefix(3)), let value = UInt8(text, radix: 8) {
                bytes.append(value)
                rest = rest.dropFirst(3)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
