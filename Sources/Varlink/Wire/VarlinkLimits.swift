/// What one peer may cost. The defaults are systemd's where it has one.
package struct VarlinkLimits: Sendable {
    /// Bytes of a message, without its NUL.
    package var messageLength = 16 << 20
    /// Bytes of a message that comes in, where that is less. Each connection may keep that much of one that is not whole.
    package var receivedLength = 16 << 20
    /// Connections of a server.
    package var connections = 4096
    /// Connections of one uid.
    package var connectionsPerUser = 1024
    /// Descriptors that come with one message.
    package var descriptorsPerMessage = 64
    /// Bytes that wait for a peer that does not read; beyond them it is cut off. Holds one message of any length.
    package var pendingOutput = 32 << 20

    /// Descriptors that wait for a peer that does not read; beyond them it is cut off. Each keeps a file, or a page's
    /// memory, for as long.
    package var pendingDescriptors = 256

    package init() {}
}
