/// The version of Sheaf: of the service, the command and the interfaces that they share.
package enum SheafVersion {
    /// The version as people write it.
    package static let current = "0.1.0"
}
