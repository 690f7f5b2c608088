public import ModelDeclaration
internal import ModelSchema

/// Schemas as one HTML page that needs nothing beside it: no script, no style sheet, no font, no picture.
public enum SchemaPage {
    /// - Parameter schemas: All versions; of each schema, the current one is shown in full.
    public static func text(of schemas: [ResolvedSchema]) -> String {
        let current = schemas.filter(\.isCurrent)
        let title = current.map(\.description.name).joined(separator: ", ")
        let sections = current.map { schema in
            SchemaSection(schema, versions: schemas.filter { $0.description.name == schema.description.name })
        }
        let page: HTML = """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="referrer" content="no-referrer">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
            <title>\(title)</title>
            <style>
            \(style)
            </style>
            </head>
            <body>
            <nav>
            \(sections.map(\.contents))</nav>
            <main>
            \(sections.map(\.html))</main>
            </body>
            </html>

            """
        return page.text
    }

    private static let style: HTML = """
        :root { color-scheme: light dark; --text: #1c2024; --soft: #60646c; --line: #d9d9e0; --back: #fcfcfd;
          --card: #ffffff; --accent: #0b68cb; --mark: #eef4fb; }
        @media (prefers-color-scheme: dark) { :root { --text: #edeef0; --soft: #b0b4ba; --line: #363a3f; --back: #111113;
          --card: #18191b; --accent: #70b8ff; --mark: #15263a; } }
        * { box-sizing: border-box; }
        body { margin: 0; display: flex; font: 15px/1.5 system-ui, sans-serif; color: var(--text); background: var(--back); }
        nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; flex: 0 0 15rem; padding: 1.5rem 1rem;
          border-right: 1px solid var(--line); }
        nav h2 { margin: 0 0 .25rem; font-size: .95rem; overflow-wrap: anywhere; }
        nav h3 { margin: 1rem 0 .25rem; font-size: .75rem; text-transform: uppercase; letter-spacing: .05em; color: var(--soft); }
        nav ul { list-style: none; margin: 0; padding: 0; }
        nav li { overflow-wrap: anywhere; }
        nav li.heir { padding-left: 1rem; }
        main { flex: 1 1 auto; min-width: 0; max-width: 72rem; padding: 1.5rem 2rem 4rem; }
        a { color: var(--accent); text-decoration: none; }
        a:hover { text-decoration: underline; }
        h1 { margin: 0; font-size: 1.8rem; overflow-wrap: anywhere; }
        h1 small { font-weight: normal; color: var(--soft); }
        section.model { margin: 1.5rem 0; padding: 1rem 1.25rem 1.25rem; background: var(--card); border: 1px solid var(--line);
          border-radius: 8px; }
        section.model:target { outline: 2px solid var(--accent); }
        h2.name { margin: 0; font-size: 1.25rem; overflow-wrap: anywhere; }
        h4 { margin: 1rem 0 .25rem; font-size: .75rem; text-transform: uppercase; letter-spacing: .05em; color: var(--soft); }
        p { margin: .35rem 0; }
        p.doc { white-space: pre-line; overflow-wrap: anywhere; max-width: 46rem; }
        .soft { color: var(--soft); }
        .tag { display: inline-block; margin: 0 .25rem .1rem 0; padding: 0 .45rem; border-radius: 4px; background: var(--mark);
          font-size: .8rem; overflow-wrap: anywhere; }
        .scroll { overflow-x: auto; }
        table { border-collapse: collapse; width: 100%; }
        th { text-align: left; font-size: .75rem; font-weight: 600; color: var(--soft); }
        th, td { padding: .3rem .9rem .3rem 0; vertical-align: top; border-bottom: 1px solid var(--line); }
        tr:last-child td { border-bottom: 0; }
        td.doc { white-space: pre-line; }
        td { overflow-wrap: anywhere; min-width: 5rem; }
        td:first-child { width: 22%; }
        td a code { white-space: nowrap; }
        code { font: .85rem/1.5 ui-monospace, "SF Mono", Menlo, Consolas, monospace; overflow-wrap: anywhere; }
        pre { overflow-x: auto; padding: .75rem; background: var(--mark); border-radius: 6px; }
        @media (max-width: 50rem) { body { display: block; } nav { position: static; height: auto; border-right: 0;
          border-bottom: 1px solid var(--line); } main { padding: 1rem; } }
        @media print { nav { display: none; } section.model { break-inside: avoid; } }
        """
}
