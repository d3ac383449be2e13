/// The size of a C structure, as its `size` field has it.
func structSize<Structure>(_ type: Structure.Type) -> UInt32 {
    UInt32(MemoryLayout<Structure>.stride)
}

/// Whether a structure that says it is `size` bytes long has every field that this kit was built with.
///
/// A host is never older than the provider that it loads, so its structures are never smaller than the kit's: one that
/// is was not filled in.
func covers<Structure>(_ size: UInt32, _ type: Structure.Type) -> Bool {
    size >= structSize(type)
}
