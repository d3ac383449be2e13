import CSheafShims
import Glibc

/// The number of a device, as the kernel has it.
struct DeviceNumber: Hashable {
    let major: UInt32
    let minor: UInt32
}

/// The kind of a descriptor, as the kernel knows it without asking the file system, which may never answer.
package struct DescriptorKind: Sendable {
    /// Whether it is of a regular file.
    package let isRegular: Bool
    /// Whether it is of a folder.
    package let isFolder: Bool
    /// Whether bytes can be read through it: it is neither write-only nor O_PATH.
    package let isReadable: Bool
    /// Whether the file is on a file system of this machine's own for certain; where not, ``MountTable`` may know.
    let isLocal: Bool
    /// The device that the file is on, as the kernel numbers it.
    let device: DeviceNumber
    /// The device and the inode that ``FileStatus`` has of the file.
    package let file: (device: UInt64, inode: UInt64)

    package init(of number: Int32) throws(OSError) {
        var kind = sheaf_file_kind()
        try check(unsafe sheaf_file_kind_get(number, &kind), "look at a descriptor")
        isRegular = mode_t(kind.type) == S_IFREG
        isFolder = mode_t(kind.type) == S_IFDIR
        isReadable = kind.access == UInt32(O_RDONLY) || kind.access == UInt32(O_RDWR)
        isLocal = kind.local != 0
        device = DeviceNumber(major: kind.device_major, minor: kind.device_minor)
        file = (kind.device, kind.inode)
    }
}
