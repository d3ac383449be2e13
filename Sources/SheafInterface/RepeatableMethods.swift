// What a client may ask twice where it does not know whether the first time was answered: what only reads, and what sets
// something to a value that does not depend on what was before. Turning is not among them: a page more is another page.

extension ReaderInterface.GetState { package static var isRepeatable: Bool { true } }
extension ReaderInterface.GetHistory { package static var isRepeatable: Bool { true } }
extension ReaderInterface.GetLayout { package static var isRepeatable: Bool { true } }
extension ReaderInterface.HitTest { package static var isRepeatable: Bool { true } }
/// A page that is handed over twice is held once.
extension ReaderInterface.GetPage { package static var isRepeatable: Bool { true } }
/// What was returned to a service that was restarted since can be returned again.
extension ReaderInterface.ReleasePage { package static var isRepeatable: Bool { true } }
extension ReaderInterface.Prefetch { package static var isRepeatable: Bool { true } }
extension ReaderInterface.CancelPrefetch { package static var isRepeatable: Bool { true } }
extension ReaderInterface.SetViewport { package static var isRepeatable: Bool { true } }
extension ReaderInterface.SetLooks { package static var isRepeatable: Bool { true } }
extension ReaderInterface.SetAxis { package static var isRepeatable: Bool { true } }
extension ReaderInterface.Refresh { package static var isRepeatable: Bool { true } }
extension ReaderInterface.Reload { package static var isRepeatable: Bool { true } }
extension ReaderInterface.ChangeMark { package static var isRepeatable: Bool { true } }
extension ReaderInterface.GetMarks { package static var isRepeatable: Bool { true } }
extension ReaderInterface.GetPlaces { package static var isRepeatable: Bool { true } }

extension ManagerInterface.Status { package static var isRepeatable: Bool { true } }
extension ManagerInterface.GetCache { package static var isRepeatable: Bool { true } }
extension ManagerInterface.ListReaders { package static var isRepeatable: Bool { true } }
extension ManagerInterface.ListDocuments { package static var isRepeatable: Bool { true } }
extension ManagerInterface.ListHosts { package static var isRepeatable: Bool { true } }
extension ManagerInterface.ListProviders { package static var isRepeatable: Bool { true } }
extension ManagerInterface.GetLog { package static var isRepeatable: Bool { true } }
extension ManagerInterface.SetLog { package static var isRepeatable: Bool { true } }
extension ManagerInterface.Reload { package static var isRepeatable: Bool { true } }

extension DocumentInterface.GetMetadata { package static var isRepeatable: Bool { true } }
extension DocumentInterface.GetDigest { package static var isRepeatable: Bool { true } }
extension DocumentInterface.GetOutline { package static var isRepeatable: Bool { true } }
extension DocumentInterface.GetLinks { package static var isRepeatable: Bool { true } }
extension DocumentInterface.GetAnnotations { package static var isRepeatable: Bool { true } }
extension DocumentInterface.GetText { package static var isRepeatable: Bool { true } }
extension DocumentInterface.GetPages { package static var isRepeatable: Bool { true } }
extension DocumentInterface.GetThumbnails { package static var isRepeatable: Bool { true } }
extension DocumentInterface.Search { package static var isRepeatable: Bool { true } }
