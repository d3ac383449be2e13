import CSheafProvider

// The functions of the table that hand over items: text, outline, links, matches, metadata.

func pageText(_ document: OpaquePointer?, _ request: OpaquePointer?, _ id: Int64) -> Int32 {
    unsafe serve(document, request, as: (any Textual).self) { document, request throws(ProviderError) in
        try document.text(on: page(id), request: request) { item throws(ProviderError) in try request.emit(item) }
        return 0
    }
}

func documentOutline(_ document: OpaquePointer?, _ request: OpaquePointer?) -> Int32 {
    unsafe serve(document, request, as: (any Outlined).self) { document, request throws(ProviderError) in
        try document.outline(request: request) { item throws(ProviderError) in try request.emit(item) }
        return 0
    }
}

func pageLinks(_ document: OpaquePointer?, _ request: OpaquePointer?, _ id: Int64) -> Int32 {
    unsafe serve(document, request, as: (any Linked).self) { document, request throws(ProviderError) in
        try document.links(on: page(id), request: request) { item throws(ProviderError) in try request.emit(item) }
        return 0
    }
}

func searchPage(
    _ document: OpaquePointer?, _ request: OpaquePointer?, _ id: Int64, _ needle: UnsafePointer<CChar>?
) -> Int32 {
    unsafe serve(document, request, as: (any Searchable).self) { document, request throws(ProviderError) in
        guard let needle = unsafe needle, unsafe needle.pointee != 0 else { throw invalid("something to search for") }
        let words = unsafe String(cString: needle)
        try document.search(for: words, on: page(id), request: request) { item throws(ProviderError) in
            try request.emit(item)
        }
        return 0
    }
}

func documentMetadata(_ document: OpaquePointer?, _ request: OpaquePointer?) -> Int32 {
    unsafe serve(document, request, as: (any Described).self) { document, request throws(ProviderError) in
        try document.metadata(request: request) { item throws(ProviderError) in try request.emit(item) }
        return 0
    }
}
