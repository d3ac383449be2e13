/// The version of Sheaf: of the service, the command and the interfaces that they share.
package enum SheafVersion {
    /// As people write it.
    package static let current = "0.1.0"
}
