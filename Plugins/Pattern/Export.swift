public import CSheafProvider
import SheafProvider

/// The library's one entry point.
@c @implementation public func sheaf_provider_v1() -> UnsafePointer<sheaf_provider>? {
    unsafe PatternProvider.table
}
