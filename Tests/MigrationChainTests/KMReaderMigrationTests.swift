// Written by modelgen migration-tests. Do not edit: write it again when there is a new version.

import Foundation
import ModelStorage
import Testing

@testable import SnapshotChains

/// Stores of every older version of KMReader arrive intact in the current one.
nonisolated struct KMReaderMigrationTests {
    @Test("1.0.0 to 6.0.0") func fromKMReaderV1() throws {
        let folder = try TemporaryFolder()
        try Self.fillKMReaderV1(folder.store)
        let container = try ModelContainer(
            for: Schema(versionedSchema: KMReaderV6.self), migrationPlan: KMReaderMigrationPlan.self,
            configurations: ModelConfiguration(url: folder.store))
        let context = ModelContext(container)
        let allKomgaInstance = try objects(KMReaderV6.KomgaInstance.self, 2, in: context)
        let komgaInstance1 = allKomgaInstance[0]
        let komgaInstance2 = allKomgaInstance[1]
        let allKomgaLibrary = try objects(KMReaderV6.KomgaLibrary.self, 2, in: context)
        let komgaLibrary3 = allKomgaLibrary[0]
        let komgaLibrary4 = allKomgaLibrary[1]
        let allKomgaSeries = try objects(KMReaderV6.KomgaSeries.self, 2, in: context)
        let komgaSeries5 = allKomgaSeries[0]
        let komgaSeries6 = allKomgaSeries[1]
        let allKomgaBook = try objects(KMReaderV6.KomgaBook.self, 2, in: context)
        let komgaBook7 = allKomgaBook[0]
        let komgaBook8 = allKomgaBook[1]
        let allKomgaCollection = try objects(KMReaderV6.KomgaCollection.self, 2, in: context)
        let komgaCollection9 = allKomgaCollection[0]
        let komgaCollection10 = allKomgaCollection[1]
        let allKomgaReadList = try objects(KMReaderV6.KomgaReadList.self, 2, in: context)
        let komgaReadList11 = allKomgaReadList[0]
        let komgaReadList12 = allKomgaReadList[1]
        let allCustomFontV1 = try objects(KMReaderV6.CustomFontV1.self, 2, in: context)
        let customFont13 = allCustomFontV1[0]
        let customFont14 = allCustomFontV1[1]
        let allPendingProgress = try objects(KMReaderV6.PendingProgress.self, 2, in: context)
        let pendingProgress15 = allPendingProgress[0]
        let pendingProgress16 = allPendingProgress[1]
        let allSavedFilterV1 = try objects(KMReaderV6.SavedFilterV1.self, 2, in: context)
        let savedFilter17 = allSavedFilterV1[0]
        let savedFilter18 = allSavedFilterV1[1]
        let allEpubThemePresetV1 = try objects(KMReaderV6.EpubThemePresetV1.self, 2, in: context)
        let epubThemePreset19 = allEpubThemePresetV1[0]
        let epubThemePreset20 = allEpubThemePresetV1[1]
        #expect(komgaInstance1.id == UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 1)))
        #expect(komgaInstance1.name == "text 1")
        #expect(komgaInstance1.serverURL == "text 1")
        #expect(komgaInstance1.username == "text 1")
        #expect(komgaInstance1.authToken == "text 1")
        #expect(komgaInstance1.isAdmin == false)
        #expect(komgaInstance1.authMethod == nil)
        #expect(komgaInstance1.createdAt == Date(timeIntervalSinceReferenceDate: 1000.5))
        #expect(komgaInstance1.lastUsedAt == Date(timeIntervalSinceReferenceDate: 1000.5))
        #expect(komgaInstance1.seriesLastSyncedAt == Date(timeIntervalSinceReferenceDate: 1000.5))
        #expect(komgaInstance1.booksLastSyncedAt == Date(timeIntervalSinceReferenceDate: 1000.5))
        #expect(komgaInstance2.id == UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 2)))
        #expect(komgaInstance2.name == "text 2")
        #expect(komgaInstance2.serverURL == "text 2")
        #expect(komgaInstance2.username == "text 2")
        #expect(komgaInstance2.authToken == "text 2")
        #expect(komgaInstance2.isAdmin == true)
        #expect(komgaInstance2.authMethod == KMReaderV6.AuthenticationMethod.basicAuth)
        #expect(komgaInstance2.createdAt == Date(timeIntervalSinceReferenceDate: 2000.5))
        #expect(komgaInstance2.lastUsedAt == Date(timeIntervalSinceReferenceDate: 2000.5))
        #expect(komgaInstance2.seriesLastSyncedAt == Date(timeIntervalSinceReferenceDate: 2000.5))
        #expect(komgaInstance2.booksLastSyncedAt == Date(timeIntervalSinceReferenceDate: 2000.5))
        #expect(komgaLibrary3.id == UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 3)))
        #expect(komgaLibrary3.instanceId == "text 3")
        #expect(komgaLibrary3.libraryId == "text 3")
        #expect(komgaLibrary3.name == "text 3")
        #expect(komgaLibrary3.createdAt == Date(timeIntervalSinceReferenceDate: 3000.5))
        #expect(komgaLibrary3.fileSize == nil)
        #expect(komgaLibrary3.booksCount == nil)
        #expect(komgaLibrary3.seriesCount == nil)
        #expect(komgaLibrary3.sidecarsCount == nil)
        #expect(komgaLibrary3.collectionsCount == nil)
        #expect(komgaLibrary3.readlistsCount == nil)
        #expect(komgaLibrary4.id == UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 4)))
        #expect(komgaLibrary4.instanceId == "text 4")
        #expect(komgaLibrary4.libraryId == "text 4")
        #expect(komgaLibrary4.name == "text 4")
        #expect(komgaLibrary4.createdAt == Date(timeIntervalSinceReferenceDate: 4000.5))
        #expect(komgaLibrary4.fileSize == 4.5)
        #expect(komgaLibrary4.booksCount == 4.5)
        #expect(komgaLibrary4.seriesCount == 4.5)
        #expect(komgaLibrary4.sidecarsCount == 4.5)
        #expect(komgaLibrary4.collectionsCount == 4.5)
        #expect(komgaLibrary4.readlistsCount == 4.5)
        #expect(komgaSeries5.id == "text 5")
        #expect(komgaSeries5.seriesId == "text 5")
        #expect(komgaSeries5.libraryId == "text 5")
        #expect(komgaSeries5.instanceId == "text 5")
        #expect(komgaSeries5.name == "text 5")
        #expect(komgaSeries5.url == "text 5")
        #expect(komgaSeries5.created == Date(timeIntervalSinceReferenceDate: 5000.5))
        #expect(komgaSeries5.lastModified == Date(timeIntervalSinceReferenceDate: 5000.5))
        #expect(komgaSeries5.booksCount == 5)
        #expect(komgaSeries5.booksReadCount == 5)
        #expect(komgaSeries5.booksUnreadCount == 5)
        #expect(komgaSeries5.booksInProgressCount == 5)
        #expect(komgaSeries5.metaTitle == "text 5")
        #expect(komgaSeries5.metaTitleSort == "text 5")
        #expect(komgaSeries5.isUnavailable == false)
        #expect(komgaSeries5.oneshot == false)
        #expect(komgaSeries5.downloadStatusRaw == "text 5")
        #expect(komgaSeries5.downloadError == nil)
        #expect(komgaSeries5.downloadAt == nil)
        #expect(komgaSeries5.downloadedSize == 5)
        #expect(komgaSeries5.downloadedBooks == 5)
        #expect(komgaSeries5.pendingBooks == 5)
        #expect(komgaSeries5.offlinePolicyRaw == "text 5")
        #expect(komgaSeries5.offlinePolicyLimit == 5)
        #expect(komgaSeries5.collectionIdsRaw == nil)
        #expect(komgaSeries6.id == "text 6")
        #expect(komgaSeries6.seriesId == "text 6")
        #expect(komgaSeries6.libraryId == "text 6")
        #expect(komgaSeries6.instanceId == "text 6")
        #expect(komgaSeries6.name == "text 6")
        #expect(komgaSeries6.url == "text 6")
        #expect(komgaSeries6.created == Date(timeIntervalSinceReferenceDate: 6000.5))
        #expect(komgaSeries6.lastModified == Date(timeIntervalSinceReferenceDate: 6000.5))
        #expect(komgaSeries6.booksCount == 6)
        #expect(komgaSeries6.booksReadCount == 6)
        #expect(komgaSeries6.booksUnreadCount == 6)
        #expect(komgaSeries6.booksInProgressCount == 6)
        #expect(komgaSeries6.metaTitle == "text 6")
        #expect(komgaSeries6.metaTitleSort == "text 6")
        #expect(komgaSeries6.isUnavailable == true)
        #expect(komgaSeries6.oneshot == true)
        #expect(komgaSeries6.downloadStatusRaw == "text 6")
        #expect(komgaSeries6.downloadError == "text 6")
        #expect(komgaSeries6.downloadAt == Date(timeIntervalSinceReferenceDate: 6000.5))
        #expect(komgaSeries6.downloadedSize == 6)
        #expect(komgaSeries6.downloadedBooks == 6)
        #expect(komgaSeries6.pendingBooks == 6)
        #expect(komgaSeries6.offlinePolicyRaw == "text 6")
        #expect(komgaSeries6.offlinePolicyLimit == 6)
        #expect(komgaSeries6.collectionIdsRaw == Data([0, 255, 6]))
        #expect(komgaBook7.id == "text 7")
        #expect(komgaBook7.bookId == "text 7")
        #expect(komgaBook7.seriesId == "text 7")
        #expect(komgaBook7.libraryId == "text 7")
        #expect(komgaBook7.instanceId == "text 7")
        #expect(komgaBook7.name == "text 7")
        #expect(komgaBook7.url == "text 7")
        #expect(komgaBook7.number == 7.5)
        #expect(komgaBook7.created == Date(timeIntervalSinceReferenceDate: 7000.5))
        #expect(komgaBook7.lastModified == Date(timeIntervalSinceReferenceDate: 7000.5))
        #expect(komgaBook7.sizeBytes == 7)
        #expect(komgaBook7.size == "text 7")
        #expect(komgaBook7.mediaPagesCount == 7)
        #expect(komgaBook7.mediaProfile == nil)
        #expect(komgaBook7.metaTitle == "text 7")
        #expect(komgaBook7.metaNumber == "text 7")
        #expect(komgaBook7.metaNumberSort == 7.5)
        #expect(komgaBook7.metaReleaseDate == nil)
        #expect(komgaBook7.progressPage == nil)
        #expect(komgaBook7.progressCompleted == nil)
        #expect(komgaBook7.progressReadDate == nil)
        #expect(komgaBook7.isUnavailable == false)
        #expect(komgaBook7.oneshot == false)
        #expect(komgaBook7.seriesTitle == "text 7")
        #expect(komgaBook7.pagesRaw == nil)
        #expect(komgaBook7.tocRaw == nil)
        #expect(komgaBook7.webPubManifestRaw == nil)
        #expect(komgaBook7.epubProgressionRaw == nil)
        #expect(komgaBook7.downloadStatusRaw == "text 7")
        #expect(komgaBook7.downloadError == nil)
        #expect(komgaBook7.downloadAt == nil)
        #expect(komgaBook7.downloadedSize == 7)
        #expect(komgaBook7.readListIdsRaw == nil)
        #expect(komgaBook7.isolatePagesRaw == nil)
        #expect(komgaBook7.epubPreferencesRaw == nil)
        #expect(komgaBook8.id == "text 8")
        #expect(komgaBook8.bookId == "text 8")
        #expect(komgaBook8.seriesId == "text 8")
        #expect(komgaBook8.libraryId == "text 8")
        #expect(komgaBook8.instanceId == "text 8")
        #expect(komgaBook8.name == "text 8")
        #expect(komgaBook8.url == "text 8")
        #expect(komgaBook8.number == 8.5)
        #expect(komgaBook8.created == Date(timeIntervalSinceReferenceDate: 8000.5))
        #expect(komgaBook8.lastModified == Date(timeIntervalSinceReferenceDate: 8000.5))
        #expect(komgaBook8.sizeBytes == 8)
        #expect(komgaBook8.size == "text 8")
        #expect(komgaBook8.mediaPagesCount == 8)
        #expect(komgaBook8.mediaProfile == "text 8")
        #expect(komgaBook8.metaTitle == "text 8")
        #expect(komgaBook8.metaNumber == "text 8")
        #expect(komgaBook8.metaNumberSort == 8.5)
        #expect(komgaBook8.metaReleaseDate == "text 8")
        #expect(komgaBook8.progressPage == 8)
        #expect(komgaBook8.progressCompleted == true)
        #expect(komgaBook8.progressReadDate == Date(timeIntervalSinceReferenceDate: 8000.5))
        #expect(komgaBook8.isUnavailable == true)
        #expect(komgaBook8.oneshot == true)
        #expect(komgaBook8.seriesTitle == "text 8")
        #expect(komgaBook8.pagesRaw == Data([0, 255, 8]))
        #expect(komgaBook8.tocRaw == Data([0, 255, 8]))
        #expect(komgaBook8.webPubManifestRaw == Data([0, 255, 8]))
        #expect(komgaBook8.epubProgressionRaw == Data([0, 255, 8]))
        #expect(komgaBook8.downloadStatusRaw == "text 8")
        #expect(komgaBook8.downloadError == "text 8")
        #expect(komgaBook8.downloadAt == Date(timeIntervalSinceReferenceDate: 8000.5))
        #expect(komgaBook8.downloadedSize == 8)
        #expect(komgaBook8.readListIdsRaw == Data([0, 255, 8]))
        #expect(komgaBook8.isolatePagesRaw == Data([0, 255, 8]))
        #expect(komgaBook8.epubPreferencesRaw == "text 8")
        #expect(komgaCollection9.id == "text 9")
        #expect(komgaCollection9.collectionId == "text 9")
        #expect(komgaCollection9.instanceId == "text 9")
        #expect(komgaCollection9.name == "text 9")
        #expect(komgaCollection9.ordered == false)
        #expect(komgaCollection9.createdDate == Date(timeIntervalSinceReferenceDate: 9000.5))
        #expect(komgaCollection9.lastModifiedDate == Date(timeIntervalSinceReferenceDate: 9000.5))
        #expect(komgaCollection9.filtered == false)
        #expect(komgaCollection9.seriesIdsRaw == nil)
        #expect(komgaCollection10.id == "text 10")
        #expect(komgaCollection10.collectionId == "text 10")
        #expect(komgaCollection10.instanceId == "text 10")
        #expect(komgaCollection10.name == "text 10")
        #expect(komgaCollection10.ordered == true)
        #expect(komgaCollection10.createdDate == Date(timeIntervalSinceReferenceDate: 10000.5))
        #expect(komgaCollection10.lastModifiedDate == Date(timeIntervalSinceReferenceDate: 10000.5))
        #expect(komgaCollection10.filtered == true)
        #expect(komgaCollection10.seriesIdsRaw == Data([0, 255, 10]))
        #expect(komgaReadList11.id == "text 11")
        #expect(komgaReadList11.readListId == "text 11")
        #expect(komgaReadList11.instanceId == "text 11")
        #expect(komgaReadList11.name == "text 11")
        #expect(komgaReadList11.summary == "text 11")
        #expect(komgaReadList11.ordered == false)
        #expect(komgaReadList11.createdDate == Date(timeIntervalSinceReferenceDate: 11000.5))
        #expect(komgaReadList11.lastModifiedDate == Date(timeIntervalSinceReferenceDate: 11000.5))
        #expect(komgaReadList11.filtered == false)
        #expect(komgaReadList11.bookIdsRaw == nil)
        #expect(komgaReadList11.downloadStatusRaw == "text 11")
        #expect(komgaReadList11.downloadError == nil)
        #expect(komgaReadList11.downloadAt == nil)
        #expect(komgaReadList11.downloadedSize == 11)
        #expect(komgaReadList11.downloadedBooks == 11)
        #expect(komgaReadList11.pendingBooks == 11)
        #expect(komgaReadList12.id == "text 12")
        #expect(komgaReadList12.readListId == "text 12")
        #expect(komgaReadList12.instanceId == "text 12")
        #expect(komgaReadList12.name == "text 12")
        #expect(komgaReadList12.summary == "text 12")
        #expect(komgaReadList12.ordered == true)
        #expect(komgaReadList12.createdDate == Date(timeIntervalSinceReferenceDate: 12000.5))
        #expect(komgaReadList12.lastModifiedDate == Date(timeIntervalSinceReferenceDate: 12000.5))
        #expect(komgaReadList12.filtered == true)
        #expect(komgaReadList12.bookIdsRaw == Data([0, 255, 12]))
        #expect(komgaReadList12.downloadStatusRaw == "text 12")
        #expect(komgaReadList12.downloadError == "text 12")
        #expect(komgaReadList12.downloadAt == Date(timeIntervalSinceReferenceDate: 12000.5))
        #expect(komgaReadList12.downloadedSize == 12)
        #expect(komgaReadList12.downloadedBooks == 12)
        #expect(komgaReadList12.pendingBooks == 12)
        #expect(customFont13.name == "text 13")
        #expect(customFont13.path == nil)
        #expect(customFont13.fileName == nil)
        #expect(customFont13.fileSize == nil)
        #expect(customFont13.createdAt == Date(timeIntervalSinceReferenceDate: 13000.5))
        #expect(customFont14.name == "text 14")
        #expect(customFont14.path == "text 14")
        #expect(customFont14.fileName == "text 14")
        #expect(customFont14.fileSize == 14)
        #expect(customFont14.createdAt == Date(timeIntervalSinceReferenceDate: 14000.5))
        #expect(pendingProgress15.id == "text 15")
        #expect(pendingProgress15.instanceId == "text 15")
        #expect(pendingProgress15.bookId == "text 15")
        #expect(pendingProgress15.page == 15)
        #expect(pendingProgress15.completed == false)
        #expect(pendingProgress15.createdAt == Date(timeIntervalSinceReferenceDate: 15000.5))
        #expect(pendingProgress15.progressionData == nil)
        #expect(pendingProgress16.id == "text 16")
        #expect(pendingProgress16.instanceId == "text 16")
        #expect(pendingProgress16.bookId == "text 16")
        #expect(pendingProgress16.page == 16)
        #expect(pendingProgress16.completed == true)
        #expect(pendingProgress16.createdAt == Date(timeIntervalSinceReferenceDate: 16000.5))
        #expect(pendingProgress16.progressionData == Data([0, 255, 16]))
        #expect(savedFilter17.id == UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 17)))
        #expect(savedFilter17.name == "text 17")
        #expect(savedFilter17.filterTypeRaw == "text 17")
        #expect(savedFilter17.filterDataJSON == "text 17")
        #expect(savedFilter17.createdAt == Date(timeIntervalSinceReferenceDate: 17000.5))
        #expect(savedFilter17.updatedAt == Date(timeIntervalSinceReferenceDate: 17000.5))
        #expect(savedFilter18.id == UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 18)))
        #expect(savedFilter18.name == "text 18")
        #expect(savedFilter18.filterTypeRaw == "text 18")
        #expect(savedFilter18.filterDataJSON == "text 18")
        #expect(savedFilter18.createdAt == Date(timeIntervalSinceReferenceDate: 18000.5))
        #expect(savedFilter18.updatedAt == Date(timeIntervalSinceReferenceDate: 18000.5))
        #expect(epubThemePreset19.id == UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 19)))
        #expect(epubThemePreset19.name == "text 19")
        #expect(epubThemePreset19.preferencesJSON == "text 19")
        #expect(epubThemePreset19.createdAt == Date(timeIntervalSinceReferenceDate: 19000.5))
        #expect(epubThemePreset19.updatedAt == Date(timeIntervalSinceReferenceDate: 19000.5))
        #expect(epubThemePreset20.id == UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 20)))
        #expect(epubThemePreset20.name == "text 20")
        #expect(epubThemePreset20.preferencesJSON == "text 20")
        #expect(epubThemePreset20.createdAt == Date(timeIntervalSinceReferenceDate: 20000.5))
        #expect(epubThemePreset20.updatedAt == Date(timeIntervalSinceReferenceDate: 20000.5))
    }

    private static func fillKMReaderV1(_ store: URL) throws {
        let container = try ModelContainer(
            for: Schema(versionedSchema: KMReaderV1.self), configurations: ModelConfiguration(url: store))
        let context = ModelContext(container)
        let komgaInstance1 = KMReaderV1.KomgaInstance(
            id: UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 1)), name: "text 1", serverURL: "text 1",
            username: "text 1", authToken: "text 1", isAdmin: false, authMethod: nil,
            createdAt: Date(timeIntervalSinceReferenceDate: 1000.5),
            lastUsedAt: Date(timeIntervalSinceReferenceDate: 1000.5),
            seriesLastSyncedAt: Date(timeIntervalSinceReferenceDate: 1000.5),
            booksLastSyncedAt: Date(timeIntervalSinceReferenceDate: 1000.5))
        context.insert(komgaInstance1)
        let komgaInstance2 = KMReaderV1.KomgaInstance(
            id: UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 2)), name: "text 2", serverURL: "text 2",
            username: "text 2", authToken: "text 2", isAdmin: true,
            authMethod: KMReaderV1.AuthenticationMethod.basicAuth,
            createdAt: Date(timeIntervalSinceReferenceDate: 2000.5),
            lastUsedAt: Date(timeIntervalSinceReferenceDate: 2000.5),
            seriesLastSyncedAt: Date(timeIntervalSinceReferenceDate: 2000.5),
            booksLastSyncedAt: Date(timeIntervalSinceReferenceDate: 2000.5))
        context.insert(komgaInstance2)
        let komgaLibrary3 = KMReaderV1.KomgaLibrary(
            id: UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 3)), instanceId: "text 3",
            libraryId: "text 3", name: "text 3", createdAt: Date(timeIntervalSinceReferenceDate: 3000.5), fileSize: nil,
            booksCount: nil, seriesCount: nil, sidecarsCount: nil, collectionsCount: nil, readlistsCount: nil)
        context.insert(komgaLibrary3)
        let komgaLibrary4 = KMReaderV1.KomgaLibrary(
            id: UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 4)), instanceId: "text 4",
            libraryId: "text 4", name: "text 4", createdAt: Date(timeIntervalSinceReferenceDate: 4000.5), fileSize: 4.5,
            booksCount: 4.5, seriesCount: 4.5, sidecarsCount: 4.5, collectionsCount: 4.5, readlistsCount: 4.5)
        context.insert(komgaLibrary4)
        let komgaSeries5 = KMReaderV1.KomgaSeries(
            id: "text 5", seriesId: "text 5", libraryId: "text 5", instanceId: "text 5", name: "text 5", url: "text 5",
            created: Date(timeIntervalSinceReferenceDate: 5000.5),
            lastModified: Date(timeIntervalSinceReferenceDate: 5000.5), booksCount: 5, booksReadCount: 5,
            booksUnreadCount: 5, booksInProgressCount: 5, metaTitle: "text 5", metaTitleSort: "text 5",
            isUnavailable: false, oneshot: false, downloadStatusRaw: "text 5", downloadError: nil, downloadAt: nil,
            downloadedSize: 5, downloadedBooks: 5, pendingBooks: 5, offlinePolicyRaw: "text 5", offlinePolicyLimit: 5,
            collectionIdsRaw: nil, booksMetaAuthorsRaw: nil, booksMetaCreated: nil, booksMetaLastModified: nil,
            booksMetaReleaseDate: nil, booksMetaSummary: nil, booksMetaSummaryNumber: nil, booksMetaTagsRaw: nil,
            metaAgeRating: nil, metaAgeRatingLock: nil, metaAlternateTitlesLock: nil, metaAlternateTitlesRaw: nil,
            metaCreated: nil, metaGenresLock: nil, metaGenresRaw: nil, metaLanguage: nil, metaLanguageLock: nil,
            metaLastModified: nil, metaLinksLock: nil, metaLinksRaw: nil, metaPublisher: nil, metaPublisherLock: nil,
            metaReadingDirection: nil, metaReadingDirectionLock: nil, metaSharingLabelsLock: nil,
            metaSharingLabelsRaw: nil, metaStatus: nil, metaStatusLock: nil, metaSummary: nil, metaSummaryLock: nil,
            metaTagsLock: nil, metaTagsRaw: nil, metaTitleLock: nil, metaTitleSortLock: nil, metaTotalBookCount: nil,
            metaTotalBookCountLock: nil)
        context.insert(komgaSeries5)
        let komgaSeries6 = KMReaderV1.KomgaSeries(
            id: "text 6", seriesId: "text 6", libraryId: "text 6", instanceId: "text 6", name: "text 6", url: "text 6",
            created: Date(timeIntervalSinceReferenceDate: 6000.5),
            lastModified: Date(timeIntervalSinceReferenceDate: 6000.5), booksCount: 6, booksReadCount: 6,
            booksUnreadCount: 6, booksInProgressCount: 6, metaTitle: "text 6", metaTitleSort: "text 6",
            isUnavailable: true, oneshot: true, downloadStatusRaw: "text 6", downloadError: "text 6",
            downloadAt: Date(timeIntervalSinceReferenceDate: 6000.5), downloadedSize: 6, downloadedBooks: 6,
            pendingBooks: 6, offlinePolicyRaw: "text 6", offlinePolicyLimit: 6, collectionIdsRaw: Data([0, 255, 6]),
            booksMetaAuthorsRaw: Data([0, 255, 6]), booksMetaCreated: "text 6", booksMetaLastModified: "text 6",
            booksMetaReleaseDate: "text 6", booksMetaSummary: "text 6", booksMetaSummaryNumber: "text 6",
            booksMetaTagsRaw: Data([0, 255, 6]), metaAgeRating: 6, metaAgeRatingLock: true,
            metaAlternateTitlesLock: true, metaAlternateTitlesRaw: Data([0, 255, 6]), metaCreated: "text 6",
            metaGenresLock: true, metaGenresRaw: Data([0, 255, 6]), metaLanguage: "text 6", metaLanguageLock: true,
            metaLastModified: "text 6", metaLinksLock: true, metaLinksRaw: Data([0, 255, 6]), metaPublisher: "text 6",
            metaPublisherLock: true, metaReadingDirection: "text 6", metaReadingDirectionLock: true,
            metaSharingLabelsLock: true, metaSharingLabelsRaw: Data([0, 255, 6]), metaStatus: "text 6",
            metaStatusLock: true, metaSummary: "text 6", metaSummaryLock: true, metaTagsLock: true,
            metaTagsRaw: Data([0, 255, 6]), metaTitleLock: true, metaTitleSortLock: true, metaTotalBookCount: 6,
            metaTotalBookCountLock: true)
        context.insert(komgaSeries6)
        let komgaBook7 = KMReaderV1.KomgaBook(
            id: "text 7", bookId: "text 7", seriesId: "text 7", libraryId: "text 7", instanceId: "text 7",
            name: "text 7", url: "text 7", number: 7.5, created: Date(timeIntervalSinceReferenceDate: 7000.5),
            lastModified: Date(timeIntervalSinceReferenceDate: 7000.5), sizeBytes: 7, size: "text 7",
            mediaPagesCount: 7, mediaProfile: nil, metaTitle: "text 7", metaNumber: "text 7", metaNumberSort: 7.5,
            metaReleaseDate: nil, progressPage: nil, progressCompleted: nil, progressReadDate: nil,
            isUnavailable: false, oneshot: false, seriesTitle: "text 7", pagesRaw: nil, tocRaw: nil,
            webPubManifestRaw: nil, epubProgressionRaw: nil, downloadStatusRaw: "text 7", downloadError: nil,
            downloadAt: nil, downloadedSize: 7, readListIdsRaw: nil, isolatePagesRaw: nil, epubPreferencesRaw: nil,
            mediaComment: nil, mediaEpubDivinaCompatible: nil, mediaEpubIsKepub: nil, mediaStatus: "text 7",
            mediaType: "text 7", metaAuthorsLock: nil, metaAuthorsRaw: nil, metaCreated: nil, metaIsbn: nil,
            metaIsbnLock: nil, metaLastModified: nil, metaLinksLock: nil, metaLinksRaw: nil, metaNumberLock: nil,
            metaNumberSortLock: nil, metaReleaseDateLock: nil, metaSummary: nil, metaSummaryLock: nil,
            metaTagsLock: nil, metaTagsRaw: nil, metaTitleLock: nil, progressCreated: nil, progressLastModified: nil)
        context.insert(komgaBook7)
        let komgaBook8 = KMReaderV1.KomgaBook(
            id: "text 8", bookId: "text 8", seriesId: "text 8", libraryId: "text 8", instanceId: "text 8",
            name: "text 8", url: "text 8", number: 8.5, created: Date(timeIntervalSinceReferenceDate: 8000.5),
            lastModified: Date(timeIntervalSinceReferenceDate: 8000.5), sizeBytes: 8, size: "text 8",
            mediaPagesCount: 8, mediaProfile: "text 8", metaTitle: "text 8", metaNumber: "text 8", metaNumberSort: 8.5,
            metaReleaseDate: "text 8", progressPage: 8, progressCompleted: true,
            progressReadDate: Date(timeIntervalSinceReferenceDate: 8000.5), isUnavailable: true, oneshot: true,
            seriesTitle: "text 8", pagesRaw: Data([0, 255, 8]), tocRaw: Data([0, 255, 8]),
            webPubManifestRaw: Data([0, 255, 8]), epubProgressionRaw: Data([0, 255, 8]), downloadStatusRaw: "text 8",
            downloadError: "text 8", downloadAt: Date(timeIntervalSinceReferenceDate: 8000.5), downloadedSize: 8,
            readListIdsRaw: Data([0, 255, 8]), isolatePagesRaw: Data([0, 255, 8]), epubPreferencesRaw: "text 8",
            mediaComment: "text 8", mediaEpubDivinaCompatible: true, mediaEpubIsKepub: true, mediaStatus: "text 8",
            mediaType: "text 8", metaAuthorsLock: true, metaAuthorsRaw: Data([0, 255, 8]), metaCreated: "text 8",
            metaIsbn: "text 8", metaIsbnLock: true, metaLastModified: "text 8", metaLinksLock: true,
            metaLinksRaw: Data([0, 255, 8]), metaNumberLock: true, metaNumberSortLock: true, metaReleaseDateLock: true,
            metaSummary: "text 8", metaSummaryLock: true, metaTagsLock: true, metaTagsRaw: Data([0, 255, 8]),
            metaTitleLock: true, progressCreated: Date(timeIntervalSinceReferenceDate: 8000.5),
            progressLastModified: Date(timeIntervalSinceReferenceDate: 8000.5))
        context.insert(komgaBook8)
        let komgaCollection9 = KMReaderV1.KomgaCollection(
            id: "text 9", collectionId: "text 9", instanceId: "text 9", name: "text 9", ordered: false,
            createdDate: Date(timeIntervalSinceReferenceDate: 9000.5),
            lastModifiedDate: Date(timeIntervalSinceReferenceDate: 9000.5), filtered: false, seriesIdsRaw: nil)
        context.insert(komgaCollection9)
        let komgaCollection10 = KMReaderV1.KomgaCollection(
            id: "text 10", collectionId: "text 10", instanceId: "text 10", name: "text 10", ordered: true,
            createdDate: Date(timeIntervalSinceReferenceDate: 10000.5),
            lastModifiedDate: Date(timeIntervalSinceReferenceDate: 10000.5), filtered: true,
            seriesIdsRaw: Data([0, 255, 10]))
        context.insert(komgaCollection10)
        let komgaReadList11 = KMReaderV1.KomgaReadList(
            id: "text 11", readListId: "text 11", instanceId: "text 11", name: "text 11", summary: "text 11",
            ordered: false, createdDate: Date(timeIntervalSinceReferenceDate: 11000.5),
            lastModifiedDate: Date(timeIntervalSinceReferenceDate: 11000.5), filtered: false, bookIdsRaw: nil,
            downloadStatusRaw: "text 11", downloadError: nil, downloadAt: nil, downloadedSize: 11, downloadedBooks: 11,
            pendingBooks: 11)
        context.insert(komgaReadList11)
        let komgaReadList12 = KMReaderV1.KomgaReadList(
            id: "text 12", readListId: "text 12", instanceId: "text 12", name: "text 12", summary: "text 12",
            ordered: true, createdDate: Date(timeIntervalSinceReferenceDate: 12000.5),
            lastModifiedDate: Date(timeIntervalSinceReferenceDate: 12000.5), filtered: true,
            bookIdsRaw: Data([0, 255, 12]), downloadStatusRaw: "text 12", downloadError: "text 12",
            downloadAt: Date(timeIntervalSinceReferenceDate: 12000.5), downloadedSize: 12, downloadedBooks: 12,
            pendingBooks: 12)
        context.insert(komgaReadList12)
        let customFont13 = KMReaderV1.CustomFont(
            name: "text 13", path: nil, fileName: nil, fileSize: nil,
            createdAt: Date(timeIntervalSinceReferenceDate: 13000.5))
        context.insert(customFont13)
        let customFont14 = KMReaderV1.CustomFont(
            name: "text 14", path: "text 14", fileName: "text 14", fileSize: 14,
            createdAt: Date(timeIntervalSinceReferenceDate: 14000.5))
        context.insert(customFont14)
        let pendingProgress15 = KMReaderV1.PendingProgress(
            id: "text 15", instanceId: "text 15", bookId: "text 15", page: 15, completed: false,
            createdAt: Date(timeIntervalSinceReferenceDate: 15000.5), progressionData: nil)
        context.insert(pendingProgress15)
        let pendingProgress16 = KMReaderV1.PendingProgress(
            id: "text 16", instanceId: "text 16", bookId: "text 16", page: 16, completed: true,
            createdAt: Date(timeIntervalSinceReferenceDate: 16000.5), progressionData: Data([0, 255, 16]))
        context.insert(pendingProgress16)
        let savedFilter17 = KMReaderV1.SavedFilter(
            id: UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 17)), name: "text 17",
            filterTypeRaw: "text 17", filterDataJSON: "text 17",
            createdAt: Date(timeIntervalSinceReferenceDate: 17000.5),
            updatedAt: Date(timeIntervalSinceReferenceDate: 17000.5))
        context.insert(savedFilter17)
        let savedFilter18 = KMReaderV1.SavedFilter(
            id: UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 18)), name: "text 18",
            filterTypeRaw: "text 18", filterDataJSON: "text 18",
            createdAt: Date(timeIntervalSinceReferenceDate: 18000.5),
            updatedAt: Date(timeIntervalSinceReferenceDate: 18000.5))
        context.insert(savedFilter18)
        let epubThemePreset19 = KMReaderV1.EpubThemePreset(
            id: UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 19)), name: "text 19",
            preferencesJSON: "text 19", createdAt: Date(timeIntervalSinceReferenceDate: 19000.5),
            updatedAt: Date(timeIntervalSinceReferenceDate: 19000.5))
        context.insert(epubThemePreset19)
        let epubThemePreset20 = KMReaderV1.EpubThemePreset(
            id: UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 20)), name: "text 20",
            preferencesJSON: "text 20", createdAt: Date(timeIntervalSinceReferenceDate: 20000.5),
            updatedAt: Date(timeIntervalSinceReferenceDate: 20000.5))
        context.insert(epubThemePreset20)
        try context.save()
    }

    @Test("2.0.0 to 6.0.0") func fromKMReaderV2() throws {
        let folder = try TemporaryFolder()
        try Self.fillKMReaderV2(folder.store)
        let container = try ModelContainer(
            for: Schema(versionedSchema: KMReaderV6.self), migrationPlan: KMReaderMigrationPlan.self,
            configurations: ModelConfiguration(url: folder.store))
        let context = ModelContext(container)
        let allKomgaInstance = try objects(KMReaderV6.KomgaInstance.self, 2, in: context)
        let komgaInstance1 = allKomgaInstance[0]
        let komgaInstance2 = allKomgaInstance[1]
        let allKomgaLibrary = try objects(KMReaderV6.KomgaLibrary.self, 2, in: context)
        let komgaLibrary3 = allKomgaLibrary[0]
        let komgaLibrary4 = allKomgaLibrary[1]
        let allKomgaSeries = try objects(KMReaderV6.KomgaSeries.self, 2, in: context)
        let komgaSeries5 = allKomgaSeries[0]
        let komgaSeries6 = allKomgaSeries[1]
        let allKomgaBook = try objects(KMReaderV6.KomgaBook.self, 2, in: context)
        let komgaBook7 = allKomgaBook[0]
        let komgaBook8 = allKomgaBook[1]
        let allKomgaCollection = try objects(KMReaderV6.KomgaCollection.self, 2, in: context)
        let komgaCollection9 = allKomgaCollection[0]
        let komgaCollection10 = allKomgaCollection[1]
        let allKomgaReadList = try objects(KMReaderV6.KomgaReadList.self, 2, in: context)
        let komgaReadList11 = allKomgaReadList[0]
        let komgaReadList12 = allKomgaReadList[1]
        let allCustomFontV1 = try objects(KMReaderV6.CustomFontV1.self, 2, in: context)
        let customFont13 = allCustomFontV1[0]
        let customFont14 = allCustomFontV1[1]
        let allPendingProgress = try objects(KMReaderV6.PendingProgress.self, 2, in: context)
        let pendingProgress15 = allPendingProgress[0]
        let pendingProgress16 = allPendingProgress[1]
        let allSavedFilterV1 = try objects(KMReaderV6.SavedFilterV1.self, 2, in: context)
        let savedFilter17 = allSavedFilterV1[0]
        let savedFilter18 = allSavedFilterV1[1]
        let allEpubThemePresetV1 = try objects(KMReaderV6.EpubThemePresetV1.self, 2, in: context)
        let epubThemePreset19 = allEpubThemePresetV1[0]
        let epubThemePreset20 = allEpubThemePresetV1[1]
        #expect(komgaInstance1.id == UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 1)))
        #expect(komgaInstance1.name == "text 1")
        #expect(komgaInstance1.serverURL == "text 1")
        #expect(komgaInstance1.username == "text 1")
        #expect(komgaInstance1.authToken == "text 1")
        #expect(komgaInstance1.isAdmin == false)
        #expect(komgaInstance1.authMethod == nil)
        #expect(komgaInstance1.createdAt == Date(timeIntervalSinceReferenceDate: 1000.5))
        #expect(komgaInstance1.lastUsedAt == Date(timeIntervalSinceReferenceDate: 1000.5))
        #expect(komgaInstance1.seriesLastSyncedAt == Date(timeIntervalSinceReferenceDate: 1000.5))
        #expect(komgaInstance1.booksLastSyncedAt == Date(timeIntervalSinceReferenceDate: 1000.5))
        #expect(komgaInstance2.id == UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 2)))
        #expect(komgaInstance2.name == "text 2")
        #expect(komgaInstance2.serverURL == "text 2")
        #expect(komgaInstance2.username == "text 2")
        #expect(komgaInstance2.authToken == "text 2")
        #expect(komgaInstance2.isAdmin == true)
        #expect(komgaInstance2.authMethod == KMReaderV6.AuthenticationMethod.basicAuth)
        #expect(komgaInstance2.createdAt == Date(timeIntervalSinceReferenceDate: 2000.5))
        #expect(komgaInstance2.lastUsedAt == Date(timeIntervalSinceReferenceDate: 2000.5))
        #expect(komgaInstance2.seriesLastSyncedAt == Date(timeIntervalSinceReferenceDate: 2000.5))
        #expect(komgaInstance2.booksLastSyncedAt == Date(timeIntervalSinceReferenceDate: 2000.5))
        #expect(komgaLibrary3.id == UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 3)))
        #expect(komgaLibrary3.instanceId == "text 3")
        #expect(komgaLibrary3.libraryId == "text 3")
        #expect(komgaLibrary3.name == "text 3")
        #expect(komgaLibrary3.createdAt == Date(timeIntervalSinceReferenceDate: 3000.5))
        #expect(komgaLibrary3.fileSize == nil)
        #expect(komgaLibrary3.booksCount == nil)
        #expect(komgaLibrary3.seriesCount == nil)
        #expect(komgaLibrary3.sidecarsCount == nil)
        #expect(komgaLibrary3.collectionsCount == nil)
        #expect(komgaLibrary3.readlistsCount == nil)
        #expect(komgaLibrary4.id == UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 4)))
        #expect(komgaLibrary4.instanceId == "text 4")
        #expect(komgaLibrary4.libraryId == "text 4")
        #expect(komgaLibrary4.name == "text 4")
        #expect(komgaLibrary4.createdAt == Date(timeIntervalSinceReferenceDate: 4000.5))
        #expect(komgaLibrary4.fileSize == 4.5)
        #expect(komgaLibrary4.booksCount == 4.5)
        #expect(komgaLibrary4.seriesCount == 4.5)
        #expect(komgaLibrary4.sidecarsCount == 4.5)
        #expect(komgaLibrary4.collectionsCount == 4.5)
        #expect(komgaLibrary4.readlistsCount == 4.5)
        #expect(komgaSeries5.id == "text 5")
        #expect(komgaSeries5.seriesId == "text 5")
        #expect(komgaSeries5.libraryId == "text 5")
        #expect(komgaSeries5.instanceId == "text 5")
        #expect(komgaSeries5.name == "text 5")
        #expect(komgaSeries5.url == "text 5")
        #expect(komgaSeries5.created == Date(timeIntervalSinceReferenceDate: 5000.5))
        #expect(komgaSeries5.lastModified == Date(timeIntervalSinceReferenceDate: 5000.5))
        #expect(komgaSeries5.booksCount == 5)
        #expect(komgaSeries5.booksReadCount == 5)
        #expect(komgaSeries5.booksUnreadCount == 5)
        #expect(komgaSeries5.booksInProgressCount == 5)
        #expect(komgaSeries5.metaTitle == "text 5")
        #expect(komgaSeries5.metaTitleSort == "text 5")
        #expect(komgaSeries5.metaPublisherIndex == "text 5")
        #expect(komgaSeries5.metaAuthorsIndex == "text 5")
        #expect(komgaSeries5.metaGenresIndex == "text 5")
        #expect(komgaSeries5.metaTagsIndex == "text 5")
        #expect(komgaSeries5.metaLanguageIndex == "text 5")
        #expect(komgaSeries5.isUnavailable == false)
        #expect(komgaSeries5.oneshot == false)
        #expect(komgaSeries5.downloadStatusRaw == "text 5")
        #expect(komgaSeries5.downloadError == nil)
        #expect(komgaSeries5.downloadAt == nil)
        #expect(komgaSeries5.downloadedSize == 5)
        #expect(komgaSeries5.downloadedBooks == 5)
        #expect(komgaSeries5.pendingBooks == 5)
        #expect(komgaSeries5.offlinePolicyRaw == "text 5")
        #expect(komgaSeries5.offlinePolicyLimit == 5)
        #expect(komgaSeries5.collectionIdsRaw == nil)
        #expect(komgaSeries6.id == "text 6")
        #expect(komgaSeries6.seriesId == "text 6")
        #expect(komgaSeries6.libraryId == "text 6")
        #expect(komgaSeries6.instanceId == "text 6")
        #expect(komgaSeries6.name == "text 6")
        #expect(komgaSeries6.url == "text 6")
        #expect(komgaSeries6.created == Date(timeIntervalSinceReferenceDate: 6000.5))
        #expect(komgaSeries6.lastModified == Date(timeIntervalSinceReferenceDate: 6000.5))
        #expect(komgaSeries6.booksCount == 6)
        #expect(komgaSeries6.booksReadCount == 6)
        #expect(komgaSeries6.booksUnreadCount == 6)
        #expect(komgaSeries6.booksInProgressCount == 6)
        #expect(komgaSeries6.metaTitle == "text 6")
        #expect(komgaSeries6.metaTitleSort == "text 6")
        #expect(komgaSeries6.metaPublisherIndex == "text 6")
        #expect(komgaSeries6.metaAuthorsIndex == "text 6")
        #expect(komgaSeries6.metaGenresIndex == "text 6")
        #expect(komgaSeries6.metaTagsIndex == "text 6")
        #expect(komgaSeries6.metaLanguageIndex == "text 6")
        #expect(komgaSeries6.isUnavailable == true)
        #expect(komgaSeries6.oneshot == true)
        #expect(komgaSeries6.downloadStatusRaw == "text 6")
        #expect(komgaSeries6.downloadError == "text 6")
        #expect(komgaSeries6.downloadAt == Date(timeIntervalSinceReferenceDate: 6000.5))
        #expect(komgaSeries6.downloadedSize == 6)
        #expect(komgaSeries6.downloadedBooks == 6)
        #expect(komgaSeries6.pendingBooks == 6)
        #expect(komgaSeries6.offlinePolicyRaw == "text 6")
        #expect(komgaSeries6.offlinePolicyLimit == 6)
        #expect(komgaSeries6.collectionIdsRaw == Data([0, 255, 6]))
        #expect(komgaBook7.id == "text 7")
        #expect(komgaBook7.bookId == "text 7")
        #expect(komgaBook7.seriesId == "text 7")
        #expect(komgaBook7.libraryId == "text 7")
        #expect(komgaBook7.instanceId == "text 7")
        #expect(komgaBook7.name == "text 7")
        #expect(komgaBook7.url == "text 7")
        #expect(komgaBook7.number == 7.5)
        #expect(komgaBook7.created == Date(timeIntervalSinceReferenceDate: 7000.5))
        #expect(komgaBook7.lastModified == Date(timeIntervalSinceReferenceDate: 7000.5))
        #expect(komgaBook7.sizeBytes == 7)
        #expect(komgaBook7.size == "text 7")
        #expect(komgaBook7.mediaPagesCount == 7)
        #expect(komgaBook7.mediaProfile == nil)
        #expect(komgaBook7.metaTitle == "text 7")
        #expect(komgaBook7.metaNumber == "text 7")
        #expect(komgaBook7.metaNumberSort == 7.5)
        #expect(komgaBook7.metaReleaseDate == nil)
        #expect(komgaBook7.progressPage == nil)
        #expect(komgaBook7.progressCompleted == nil)
        #expect(komgaBook7.progressReadDate == nil)
        #expect(komgaBook7.metaAuthorsIndex == "text 7")
        #expect(komgaBook7.metaTagsIndex == "text 7")
        #expect(komgaBook7.isUnavailable == false)
        #expect(komgaBook7.oneshot == false)
        #expect(komgaBook7.seriesTitle == "text 7")
        #expect(komgaBook7.pagesRaw == nil)
        #expect(komgaBook7.tocRaw == nil)
        #expect(komgaBook7.webPubManifestRaw == nil)
        #expect(komgaBook7.epubProgressionRaw == nil)
        #expect(komgaBook7.downloadStatusRaw == "text 7")
        #expect(komgaBook7.downloadError == nil)
        #expect(komgaBook7.downloadAt == nil)
        #expect(komgaBook7.downloadedSize == 7)
        #expect(komgaBook7.readListIdsRaw == nil)
        #expect(komgaBook7.isolatePagesRaw == nil)
        #expect(komgaBook7.epubPreferencesRaw == nil)
        #expect(komgaBook8.id == "text 8")
        #expect(komgaBook8.bookId == "text 8")
        #expect(komgaBook8.seriesId == "text 8")
        #expect(komgaBook8.libraryId == "text 8")
        #expect(komgaBook8.instanceId == "text 8")
        #expect(komgaBook8.name == "text 8")
        #expect(komgaBook8.url == "text 8")
        #expect(komgaBook8.number == 8.5)
        #expect(komgaBook8.created == Date(timeIntervalSinceReferenceDate: 8000.5))
        #expect(komgaBook8.lastModified == Date(timeIntervalSinceReferenceDate: 8000.5))
        #expect(komgaBook8.sizeBytes == 8)
        #expect(komgaBook8.size == "text 8")
        #expect(komgaBook8.mediaPagesCount == 8)
        #expect(komgaBook8.mediaProfile == "text 8")
        #expect(komgaBook8.metaTitle == "text 8")
        #expect(komgaBook8.metaNumber == "text 8")
        #expect(komgaBook8.metaNumberSort == 8.5)
        #expect(komgaBook8.metaReleaseDate == "text 8")
        #expect(komgaBook8.progressPage == 8)
        #expect(komgaBook8.progressCompleted == true)
        #expect(komgaBook8.progressReadDate == Date(timeIntervalSinceReferenceDate: 8000.5))
        #expect(komgaBook8.metaAuthorsIndex == "text 8")
        #expect(komgaBook8.metaTagsIndex == "text 8")
        #expect(komgaBook8.isUnavailable == true)
        #expect(komgaBook8.oneshot == true)
        #expect(komgaBook8.seriesTitle == "text 8")
        #expect(komgaBook8.pagesRaw == Data([0, 255, 8]))
        #expect(komgaBook8.tocRaw == Data([0, 255, 8]))
        #expect(komgaBook8.webPubManifestRaw == Data([0, 255, 8]))
        #expect(komgaBook8.epubProgressionRaw == Data([0, 255, 8]))
        #expect(komgaBook8.downloadStatusRaw == "text 8")
        #expect(komgaBook8.downloadError == "text 8")
        #expect(komgaBook8.downloadAt == Date(timeIntervalSinceReferenceDate: 8000.5))
        #expect(komgaBook8.downloadedSize == 8)
        #expect(komgaBook8.readListIdsRaw == Data([0, 255, 8]))
        #expect(komgaBook8.isolatePagesRaw == Data([0, 255, 8]))
        #expect(komgaBook8.epubPreferencesRaw == "text 8")
        #expect(komgaCollection9.id == "text 9")
        #expect(komgaCollection9.collectionId == "text 9")
        #expect(komgaCollection9.instanceId == "text 9")
        #expect(komgaCollection9.name == "text 9")
        #expect(komgaCollection9.ordered == false)
        #expect(komgaCollection9.createdDate == Date(timeIntervalSinceReferenceDate: 9000.5))
        #expect(komgaCollection9.lastModifiedDate == Date(timeIntervalSinceReferenceDate: 9000.5))
        #expect(komgaCollection9.filtered == false)
        #expect(komgaCollection9.seriesIdsRaw == nil)
        #expect(komgaCollection10.id == "text 10")
        #expect(komgaCollection10.collectionId == "text 10")
        #expect(komgaCollection10.instanceId == "text 10")
        #expect(komgaCollection10.name == "text 10")
        #expect(komgaCollection10.ordered == true)
        #expect(komgaCollection10.createdDate == Date(timeIntervalSinceReferenceDate: 10000.5))
        #expect(komgaCollection10.lastModifiedDate == Date(timeIntervalSinceReferenceDate: 10000.5))
        #expect(komgaCollection10.filtered == true)
        #expect(komgaCollection10.seriesIdsRaw == Data([0, 255, 10]))
        #expect(komgaReadList11.id == "text 11")
        #expect(komgaReadList11.readListId == "text 11")
        #expect(komgaReadList11.instanceId == "text 11")
        #expect(komgaReadList11.name == "text 11")
        #expect(komgaReadList11.summary == "text 11")
        #expect(komgaReadList11.ordered == false)
        #expect(komgaReadList11.createdDate == Date(timeIntervalSinceReferenceDate: 11000.5))
        #expect(komgaReadList11.lastModifiedDate == Date(timeIntervalSinceReferenceDate: 11000.5))
        #expect(komgaReadList11.filtered == false)
        #expect(komgaReadList11.bookIdsRaw == nil)
        #expect(komgaReadList11.downloadStatusRaw == "text 11")
        #expect(komgaReadList11.downloadError == nil)
        #expect(komgaReadList11.downloadAt == nil)
        #expect(komgaReadList11.downloadedSize == 11)
        #expect(komgaReadList11.downloadedBooks == 11)
        #expect(komgaReadList11.pendingBooks == 11)
        #expect(komgaReadList12.id == "text 12")
        #expect(komgaReadList12.readListId == "text 12")
        #expect(komgaReadList12.instanceId == "text 12")
        #expect(komgaReadList12.name == "text 12")
        #expect(komgaReadList12.summary == "text 12")
        #expect(komgaReadList12.ordered == true)
        #expect(komgaReadList12.createdDate == Date(timeIntervalSinceReferenceDate: 12000.5))
        #expect(komgaReadList12.lastModifiedDate == Date(timeIntervalSinceReferenceDate: 12000.5))
        #expect(komgaReadList12.filtered == true)
        #expect(komgaReadList12.bookIdsRaw == Data([0, 255, 12]))
        #expect(komgaReadList12.downloadStatusRaw == "text 12")
        #expect(komgaReadList12.downloadError == "text 12")
        #expect(komgaReadList12.downloadAt == Date(timeIntervalSinceReferenceDate: 12000.5))
        #expect(komgaReadList12.downloadedSize == 12)
        #expect(komgaReadList12.downloadedBooks == 12)
        #expect(komgaReadList12.pendingBooks == 12)
        #expect(customFont13.name == "text 13")
        #expect(customFont13.path == nil)
        #expect(customFont13.fileName == nil)
        #expect(customFont13.fileSize == nil)
        #expect(customFont13.createdAt == Date(timeIntervalSinceReferenceDate: 13000.5))
        #expect(customFont14.name == "text 14")
        #expect(customFont14.path == "text 14")
        #expect(customFont14.fileName == "text 14")
        #expect(customFont14.fileSize == 14)
        #expect(customFont14.createdAt == Date(timeIntervalSinceReferenceDate: 14000.5))
        #expect(pendingProgress15.id == "text 15")
        #expect(pendingProgress15.instanceId == "text 15")
        #expect(pendingProgress15.bookId == "text 15")
        #expect(pendingProgress15.page == 15)
        #expect(pendingProgress15.completed == false)
        #expect(pendingProgress15.createdAt == Date(timeIntervalSinceReferenceDate: 15000.5))
        #expect(pendingProgress15.progressionData == nil)
        #expect(pendingProgress16.id == "text 16")
        #expect(pendingProgress16.instanceId == "text 16")
        #expect(pendingProgress16.bookId == "text 16")
        #expect(pendingProgress16.page == 16)
        #expect(pendingProgress16.completed == true)
        #expect(pendingProgress16.createdAt == Date(timeIntervalSinceReferenceDate: 16000.5))
        #expect(pendingProgress16.progressionData == Data([0, 255, 16]))
        #expect(savedFilter17.id == UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 17)))
        #expect(savedFilter17.name == "text 17")
        #expect(savedFilter17.filterTypeRaw == "text 17")
        #expect(savedFilter17.filterDataJSON == "text 17")
        #expect(savedFilter17.createdAt == Date(timeIntervalSinceReferenceDate: 17000.5))
        #expect(savedFilter17.updatedAt == Date(timeIntervalSinceReferenceDate: 17000.5))
        #expect(savedFilter18.id == UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 18)))
        #expect(savedFilter18.name == "text 18")
        #expect(savedFilter18.filterTypeRaw == "text 18")
        #expect(savedFilter18.filterDataJSON == "text 18")
        #expect(savedFilter18.createdAt == Date(timeIntervalSinceReferenceDate: 18000.5))
        #expect(savedFilter18.updatedAt == Date(timeIntervalSinceReferenceDate: 18000.5))
        #expect(epubThemePreset19.id == UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 19)))
        #expect(epubThemePreset19.name == "text 19")
        #expect(epubThemePreset19.preferencesJSON == "text 19")
        #expect(epubThemePreset19.createdAt == Date(timeIntervalSinceReferenceDate: 19000.5))
        #expect(epubThemePreset19.updatedAt == Date(timeIntervalSinceReferenceDate: 19000.5))
        #expect(epubThemePreset20.id == UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 20)))
        #expect(epubThemePreset20.name == "text 20")
        #expect(epubThemePreset20.preferencesJSON == "text 20")
        #expect(epubThemePreset20.createdAt == Date(timeIntervalSinceReferenceDate: 20000.5))
        #expect(epubThemePreset20.updatedAt == Date(timeIntervalSinceReferenceDate: 20000.5))
    }

    private static func fillKMReaderV2(_ store: URL) throws {
        let container = try ModelContainer(
            for: Schema(versionedSchema: KMReaderV2.self), configurations: ModelConfiguration(url: store))
        let context = ModelContext(container)
        let komgaInstance1 = KMReaderV2.KomgaInstance(
            id: UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 1)), name: "text 1", serverURL: "text 1",
            username: "text 1", authToken: "text 1", isAdmin: false, authMethod: nil,
            createdAt: Date(timeIntervalSinceReferenceDate: 1000.5),
            lastUsedAt: Date(timeIntervalSinceReferenceDate: 1000.5),
            seriesLastSyncedAt: Date(timeIntervalSinceReferenceDate: 1000.5),
            booksLastSyncedAt: Date(timeIntervalSinceReferenceDate: 1000.5))
        context.insert(komgaInstance1)
        let komgaInstance2 = KMReaderV2.KomgaInstance(
            id: UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 2)), name: "text 2", serverURL: "text 2",
            username: "text 2", authToken: "text 2", isAdmin: true,
            authMethod: KMReaderV2.AuthenticationMethod.basicAuth,
            createdAt: Date(timeIntervalSinceReferenceDate: 2000.5),
            lastUsedAt: Date(timeIntervalSinceReferenceDate: 2000.5),
            seriesLastSyncedAt: Date(timeIntervalSinceReferenceDate: 2000.5),
            booksLastSyncedAt: Date(timeIntervalSinceReferenceDate: 2000.5))
        context.insert(komgaInstance2)
        let komgaLibrary3 = KMReaderV2.KomgaLibrary(
            id: UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 3)), instanceId: "text 3",
            libraryId: "text 3", name: "text 3", createdAt: Date(timeIntervalSinceReferenceDate: 3000.5), fileSize: nil,
            booksCount: nil, seriesCount: nil, sidecarsCount: nil, collectionsCount: nil, readlistsCount: nil)
        context.insert(komgaLibrary3)
        let komgaLibrary4 = KMReaderV2.KomgaLibrary(
            id: UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 4)), instanceId: "text 4",
            libraryId: "text 4", name: "text 4", createdAt: Date(timeIntervalSinceReferenceDate: 4000.5), fileSize: 4.5,
            booksCount: 4.5, seriesCount: 4.5, sidecarsCount: 4.5, collectionsCount: 4.5, readlistsCount: 4.5)
        context.insert(komgaLibrary4)
        let komgaSeries5 = KMReaderV2.KomgaSeries(
            id: "text 5", seriesId: "text 5", libraryId: "text 5", instanceId: "text 5", name: "text 5", url: "text 5",
            created: Date(timeIntervalSinceReferenceDate: 5000.5),
            lastModified: Date(timeIntervalSinceReferenceDate: 5000.5), booksCount: 5, booksReadCount: 5,
            booksUnreadCount: 5, booksInProgressCount: 5, metaTitle: "text 5", metaTitleSort: "text 5",
            metaPublisherIndex: "text 5", metaAuthorsIndex: "text 5", metaGenresIndex: "text 5",
            metaTagsIndex: "text 5", metaLanguageIndex: "text 5", isUnavailable: false, oneshot: false,
            downloadStatusRaw: "text 5", downloadError: nil, downloadAt: nil, downloadedSize: 5, downloadedBooks: 5,
            pendingBooks: 5, offlinePolicyRaw: "text 5", offlinePolicyLimit: 5, collectionIdsRaw: nil, metadata: nil,
            booksMetadata: nil)
        context.insert(komgaSeries5)
        let komgaSeries6 = KMReaderV2.KomgaSeries(
            id: "text 6", seriesId: "text 6", libraryId: "text 6", instanceId: "text 6", name: "text 6", url: "text 6",
            created: Date(timeIntervalSinceReferenceDate: 6000.5),
            lastModified: Date(timeIntervalSinceReferenceDate: 6000.5), booksCount: 6, booksReadCount: 6,
            booksUnreadCount: 6, booksInProgressCount: 6, metaTitle: "text 6", metaTitleSort: "text 6",
            metaPublisherIndex: "text 6", metaAuthorsIndex: "text 6", metaGenresIndex: "text 6",
            metaTagsIndex: "text 6", metaLanguageIndex: "text 6", isUnavailable: true, oneshot: true,
            downloadStatusRaw: "text 6", downloadError: "text 6",
            downloadAt: Date(timeIntervalSinceReferenceDate: 6000.5), downloadedSize: 6, downloadedBooks: 6,
            pendingBooks: 6, offlinePolicyRaw: "text 6", offlinePolicyLimit: 6, collectionIdsRaw: Data([0, 255, 6]),
            metadata: KMReaderV2.SeriesMetadata(status: "text 6", ageRating: 6),
            booksMetadata: KMReaderV2.SeriesBooksMetadata(summary: "text 6", created: "text 6"))
        context.insert(komgaSeries6)
        let komgaBook7 = KMReaderV2.KomgaBook(
            id: "text 7", bookId: "text 7", seriesId: "text 7", libraryId: "text 7", instanceId: "text 7",
            name: "text 7", url: "text 7", number: 7.5, created: Date(timeIntervalSinceReferenceDate: 7000.5),
            lastModified: Date(timeIntervalSinceReferenceDate: 7000.5), sizeBytes: 7, size: "text 7",
            mediaPagesCount: 7, mediaProfile: nil, metaTitle: "text 7", metaNumber: "text 7", metaNumberSort: 7.5,
            metaReleaseDate: nil, progressPage: nil, progressCompleted: nil, progressReadDate: nil,
            metaAuthorsIndex: "text 7", metaTagsIndex: "text 7", isUnavailable: false, oneshot: false,
            seriesTitle: "text 7", pagesRaw: nil, tocRaw: nil, webPubManifestRaw: nil, epubProgressionRaw: nil,
            downloadStatusRaw: "text 7", downloadError: nil, downloadAt: nil, downloadedSize: 7, readListIdsRaw: nil,
            isolatePagesRaw: nil, epubPreferencesRaw: nil, media: nil, metadata: nil, readProgress: nil)
        context.insert(komgaBook7)
        let komgaBook8 = KMReaderV2.KomgaBook(
            id: "text 8", bookId: "text 8", seriesId: "text 8", libraryId: "text 8", instanceId: "text 8",
            name: "text 8", url: "text 8", number: 8.5, created: Date(timeIntervalSinceReferenceDate: 8000.5),
            lastModified: Date(timeIntervalSinceReferenceDate: 8000.5), sizeBytes: 8, size: "text 8",
            mediaPagesCount: 8, mediaProfile: "text 8", metaTitle: "text 8", metaNumber: "text 8", metaNumberSort: 8.5,
            metaReleaseDate: "text 8", progressPage: 8, progressCompleted: true,
            progressReadDate: Date(timeIntervalSinceReferenceDate: 8000.5), metaAuthorsIndex: "text 8",
            metaTagsIndex: "text 8", isUnavailable: true, oneshot: true, seriesTitle: "text 8",
            pagesRaw: Data([0, 255, 8]), tocRaw: Data([0, 255, 8]), webPubManifestRaw: Data([0, 255, 8]),
            epubProgressionRaw: Data([0, 255, 8]), downloadStatusRaw: "text 8", downloadError: "text 8",
            downloadAt: Date(timeIntervalSinceReferenceDate: 8000.5), downloadedSize: 8,
            readListIdsRaw: Data([0, 255, 8]), isolatePagesRaw: Data([0, 255, 8]), epubPreferencesRaw: "text 8",
            media: KMReaderV2.Media(status: "text 8", mediaType: "text 8", pagesCount: 8),
            metadata: KMReaderV2.BookMetadata(summary: "text 8", isbn: "text 8", summaryLock: true),
            readProgress: KMReaderV2.ReadProgress(
                page: 8, completed: true, readDate: Date(timeIntervalSinceReferenceDate: 8000.5)))
        context.insert(komgaBook8)
        let komgaCollection9 = KMReaderV2.KomgaCollection(
            id: "text 9", collectionId: "text 9", instanceId: "text 9", name: "text 9", ordered: false,
            createdDate: Date(timeIntervalSinceReferenceDate: 9000.5),
            lastModifiedDate: Date(timeIntervalSinceReferenceDate: 9000.5), filtered: false, seriesIdsRaw: nil)
        context.insert(komgaCollection9)
        let komgaCollection10 = KMReaderV2.KomgaCollection(
            id: "text 10", collectionId: "text 10", instanceId: "text 10", name: "text 10", ordered: true,
            createdDate: Date(timeIntervalSinceReferenceDate: 10000.5),
            lastModifiedDate: Date(timeIntervalSinceReferenceDate: 10000.5), filtered: true,
            seriesIdsRaw: Data([0, 255, 10]))
        context.insert(komgaCollection10)
        let komgaReadList11 = KMReaderV2.KomgaReadList(
            id: "text 11", readListId: "text 11", instanceId: "text 11", name: "text 11", summary: "text 11",
            ordered: false, createdDate: Date(timeIntervalSinceReferenceDate: 11000.5),
            lastModifiedDate: Date(timeIntervalSinceReferenceDate: 11000.5), filtered: false, bookIdsRaw: nil,
            downloadStatusRaw: "text 11", downloadError: nil, downloadAt: nil, downloadedSize: 11, downloadedBooks: 11,
            pendingBooks: 11)
        context.insert(komgaReadList11)
        let komgaReadList12 = KMReaderV2.KomgaReadList(
            id: "text 12", readListId: "text 12", instanceId: "text 12", name: "text 12", summary: "text 12",
            ordered: true, createdDate: Date(timeIntervalSinceReferenceDate: 12000.5),
            lastModifiedDate: Date(timeIntervalSinceReferenceDate: 12000.5), filtered: true,
            bookIdsRaw: Data([0, 255, 12]), downloadStatusRaw: "text 12", downloadError: "text 12",
            downloadAt: Date(timeIntervalSinceReferenceDate: 12000.5), downloadedSize: 12, downloadedBooks: 12,
            pendingBooks: 12)
        context.insert(komgaReadList12)
        let customFont13 = KMReaderV2.CustomFont(
            name: "text 13", path: nil, fileName: nil, fileSize: nil,
            createdAt: Date(timeIntervalSinceReferenceDate: 13000.5))
        context.insert(customFont13)
        let customFont14 = KMReaderV2.CustomFont(
            name: "text 14", path: "text 14", fileName: "text 14", fileSize: 14,
            createdAt: Date(timeIntervalSinceReferenceDate: 14000.5))
        context.insert(customFont14)
        let pendingProgress15 = KMReaderV2.PendingProgress(
            id: "text 15", instanceId: "text 15", bookId: "text 15", page: 15, completed: false,
            createdAt: Date(timeIntervalSinceReferenceDate: 15000.5), progressionData: nil)
        context.insert(pendingProgress15)
        let pendingProgress16 = KMReaderV2.PendingProgress(
            id: "text 16", instanceId: "text 16", bookId: "text 16", page: 16, completed: true,
            createdAt: Date(timeIntervalSinceReferenceDate: 16000.5), progressionData: Data([0, 255, 16]))
        context.insert(pendingProgress16)
        let savedFilter17 = KMReaderV2.SavedFilter(
            id: UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 17)), name: "text 17",
            filterTypeRaw: "text 17", filterDataJSON: "text 17",
            createdAt: Date(timeIntervalSinceReferenceDate: 17000.5),
            updatedAt: Date(timeIntervalSinceReferenceDate: 17000.5))
        context.insert(savedFilter17)
        let savedFilter18 = KMReaderV2.SavedFilter(
            id: UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 18)), name: "text 18",
            filterTypeRaw: "text 18", filterDataJSON: "text 18",
            createdAt: Date(timeIntervalSinceReferenceDate: 18000.5),
            updatedAt: Date(timeIntervalSinceReferenceDate: 18000.5))
        context.insert(savedFilter18)
        let epubThemePreset19 = KMReaderV2.EpubThemePreset(
            id: UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 19)), name: "text 19",
            preferencesJSON: "text 19", createdAt: Date(timeIntervalSinceReferenceDate: 19000.5),
            updatedAt: Date(timeIntervalSinceReferenceDate: 19000.5))
        context.insert(epubThemePreset19)
        let epubThemePreset20 = KMReaderV2.EpubThemePreset(
            id: UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 20)), name: "text 20",
            preferencesJSON: "text 20", createdAt: Date(timeIntervalSinceReferenceDate: 20000.5),
            updatedAt: Date(timeIntervalSinceReferenceDate: 20000.5))
        context.insert(epubThemePreset20)
        try context.save()
    }

    @Test("3.0.0 to 6.0.0") func fromKMReaderV3() throws {
        let folder = try TemporaryFolder()
        try Self.fillKMReaderV3(folder.store)
        let container = try ModelContainer(
            for: Schema(versionedSchema: KMReaderV6.self), migrationPlan: KMReaderMigrationPlan.self,
            configurations: ModelConfiguration(url: folder.store))
        let context = ModelContext(container)
        let allKomgaInstance = try objects(KMReaderV6.KomgaInstance.self, 2, in: context)
        let komgaInstance1 = allKomgaInstance[0]
        let komgaInstance2 = allKomgaInstance[1]
        let allKomgaLibrary = try objects(KMReaderV6.KomgaLibrary.self, 2, in: context)
        let komgaLibrary3 = allKomgaLibrary[0]
        let komgaLibrary4 = allKomgaLibrary[1]
        let allKomgaSeries = try objects(KMReaderV6.KomgaSeries.self, 2, in: context)
        let komgaSeries5 = allKomgaSeries[0]
        let komgaSeries6 = allKomgaSeries[1]
        let allKomgaBook = try objects(KMReaderV6.KomgaBook.self, 2, in: context)
        let komgaBook7 = allKomgaBook[0]
        let komgaBook8 = allKomgaBook[1]
        let allKomgaCollection = try objects(KMReaderV6.KomgaCollection.self, 2, in: context)
        let komgaCollection9 = allKomgaCollection[0]
        let komgaCollection10 = allKomgaCollection[1]
        let allKomgaReadList = try objects(KMReaderV6.KomgaReadList.self, 2, in: context)
        let komgaReadList11 = allKomgaReadList[0]
        let komgaReadList12 = allKomgaReadList[1]
        let allCustomFontV1 = try objects(KMReaderV6.CustomFontV1.self, 2, in: context)
        let customFont13 = allCustomFontV1[0]
        let customFont14 = allCustomFontV1[1]
        let allPendingProgress = try objects(KMReaderV6.PendingProgress.self, 2, in: context)
        let pendingProgress15 = allPendingProgress[0]
        let pendingProgress16 = allPendingProgress[1]
        let allSavedFilterV1 = try objects(KMReaderV6.SavedFilterV1.self, 2, in: context)
        let savedFilter17 = allSavedFilterV1[0]
        let savedFilter18 = allSavedFilterV1[1]
        let allEpubThemePresetV1 = try objects(KMReaderV6.EpubThemePresetV1.self, 2, in: context)
        let epubThemePreset19 = allEpubThemePresetV1[0]
        let epubThemePreset20 = allEpubThemePresetV1[1]
        #expect(komgaInstance1.id == UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 1)))
        #expect(komgaInstance1.name == "text 1")
        #expect(komgaInstance1.serverURL == "text 1")
        #expect(komgaInstance1.username == "text 1")
        #expect(komgaInstance1.authToken == "text 1")
        #expect(komgaInstance1.isAdmin == false)
        #expect(komgaInstance1.authMethod == nil)
        #expect(komgaInstance1.createdAt == Date(timeIntervalSinceReferenceDate: 1000.5))
        #expect(komgaInstance1.lastUsedAt == Date(timeIntervalSinceReferenceDate: 1000.5))
        #expect(komgaInstance1.seriesLastSyncedAt == Date(timeIntervalSinceReferenceDate: 1000.5))
        #expect(komgaInstance1.booksLastSyncedAt == Date(timeIntervalSinceReferenceDate: 1000.5))
        #expect(komgaInstance2.id == UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 2)))
        #expect(komgaInstance2.name == "text 2")
        #expect(komgaInstance2.serverURL == "text 2")
        #expect(komgaInstance2.username == "text 2")
        #expect(komgaInstance2.authToken == "text 2")
        #expect(komgaInstance2.isAdmin == true)
        #expect(komgaInstance2.authMethod == KMReaderV6.AuthenticationMethod.basicAuth)
        #expect(komgaInstance2.createdAt == Date(timeIntervalSinceReferenceDate: 2000.5))
        #expect(komgaInstance2.lastUsedAt == Date(timeIntervalSinceReferenceDate: 2000.5))
        #expect(komgaInstance2.seriesLastSyncedAt == Date(timeIntervalSinceReferenceDate: 2000.5))
        #expect(komgaInstance2.booksLastSyncedAt == Date(timeIntervalSinceReferenceDate: 2000.5))
        #expect(komgaLibrary3.id == UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 3)))
        #expect(komgaLibrary3.instanceId == "text 3")
        #expect(komgaLibrary3.libraryId == "text 3")
        #expect(komgaLibrary3.name == "text 3")
        #expect(komgaLibrary3.createdAt == Date(timeIntervalSinceReferenceDate: 3000.5))
        #expect(komgaLibrary3.fileSize == nil)
        #expect(komgaLibrary3.booksCount == nil)
        #expect(komgaLibrary3.seriesCount == nil)
        #expect(komgaLibrary3.sidecarsCount == nil)
        #expect(komgaLibrary3.collectionsCount == nil)
        #expect(komgaLibrary3.readlistsCount == nil)
        #expect(komgaLibrary4.id == UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 4)))
        #expect(komgaLibrary4.instanceId == "text 4")
        #expect(komgaLibrary4.libraryId == "text 4")
        #expect(komgaLibrary4.name == "text 4")
        #expect(komgaLibrary4.createdAt == Date(timeIntervalSinceReferenceDate: 4000.5))
        #expect(komgaLibrary4.fileSize == 4.5)
        #expect(komgaLibrary4.booksCount == 4.5)
        #expect(komgaLibrary4.seriesCount == 4.5)
        #expect(komgaLibrary4.sidecarsCount == 4.5)
        #expect(komgaLibrary4.collectionsCount == 4.5)
        #expect(komgaLibrary4.readlistsCount == 4.5)
        #expect(komgaSeries5.id == "text 5")
        #expect(komgaSeries5.seriesId == "text 5")
        #expect(komgaSeries5.libraryId == "text 5")
        #expect(komgaSeries5.instanceId == "text 5")
        #expect(komgaSeries5.name == "text 5")
        #expect(komgaSeries5.url == "text 5")
        #expect(komgaSeries5.created == Date(timeIntervalSinceReferenceDate: 5000.5))
        #expect(komgaSeries5.lastModified == Date(timeIntervalSinceReferenceDate: 5000.5))
        #expect(komgaSeries5.booksCount == 5)
        #expect(komgaSeries5.booksReadCount == 5)
        #expect(komgaSeries5.booksUnreadCount == 5)
        #expect(komgaSeries5.booksInProgressCount == 5)
        #expect(komgaSeries5.metaTitle == "text 5")
        #expect(komgaSeries5.metaTitleSort == "text 5")
        #expect(komgaSeries5.metaPublisherIndex == "text 5")
        #expect(komgaSeries5.metaAuthorsIndex == "text 5")
        #expect(komgaSeries5.metaGenresIndex == "text 5")
        #expect(komgaSeries5.metaTagsIndex == "text 5")
        #expect(komgaSeries5.metaLanguageIndex == "text 5")
        #expect(komgaSeries5.isUnavailable == false)
        #expect(komgaSeries5.oneshot == false)
        #expect(komgaSeries5.downloadStatusRaw == "text 5")
        #expect(komgaSeries5.downloadError == nil)
        #expect(komgaSeries5.downloadAt == nil)
        #expect(komgaSeries5.downloadedSize == 5)
        #expect(komgaSeries5.downloadedBooks == 5)
        #expect(komgaSeries5.pendingBooks == 5)
        #expect(komgaSeries5.offlinePolicyRaw == "text 5")
        #expect(komgaSeries5.offlinePolicyLimit == 5)
        #expect(komgaSeries5.collectionIdsRaw == nil)
        #expect(komgaSeries6.id == "text 6")
        #expect(komgaSeries6.seriesId == "text 6")
        #expect(komgaSeries6.libraryId == "text 6")
        #expect(komgaSeries6.instanceId == "text 6")
        #expect(komgaSeries6.name == "text 6")
        #expect(komgaSeries6.url == "text 6")
        #expect(komgaSeries6.created == Date(timeIntervalSinceReferenceDate: 6000.5))
        #expect(komgaSeries6.lastModified == Date(timeIntervalSinceReferenceDate: 6000.5))
        #expect(komgaSeries6.booksCount == 6)
        #expect(komgaSeries6.booksReadCount == 6)
        #expect(komgaSeries6.booksUnreadCount == 6)
        #expect(komgaSeries6.booksInProgressCount == 6)
        #expect(komgaSeries6.metaTitle == "text 6")
        #expect(komgaSeries6.metaTitleSort == "text 6")
        #expect(komgaSeries6.metaPublisherIndex == "text 6")
        #expect(komgaSeries6.metaAuthorsIndex == "text 6")
        #expect(komgaSeries6.metaGenresIndex == "text 6")
        #expect(komgaSeries6.metaTagsIndex == "text 6")
        #expect(komgaSeries6.metaLanguageIndex == "text 6")
        #expect(komgaSeries6.isUnavailable == true)
        #expect(komgaSeries6.oneshot == true)
        #expect(komgaSeries6.downloadStatusRaw == "text 6")
        #expect(komgaSeries6.downloadError == "text 6")
        #expect(komgaSeries6.downloadAt == Date(timeIntervalSinceReferenceDate: 6000.5))
        #expect(komgaSeries6.downloadedSize == 6)
        #expect(komgaSeries6.downloadedBooks == 6)
        #expect(komgaSeries6.pendingBooks == 6)
        #expect(komgaSeries6.offlinePolicyRaw == "text 6")
        #expect(komgaSeries6.offlinePolicyLimit == 6)
        #expect(komgaSeries6.collectionIdsRaw == Data([0, 255, 6]))
        #expect(komgaBook7.id == "text 7")
        #expect(komgaBook7.bookId == "text 7")
        #expect(komgaBook7.seriesId == "text 7")
        #expect(komgaBook7.libraryId == "text 7")
        #expect(komgaBook7.instanceId == "text 7")
        #expect(komgaBook7.name == "text 7")
        #expect(komgaBook7.url == "text 7")
        #expect(komgaBook7.number == 7.5)
        #expect(komgaBook7.created == Date(timeIntervalSinceReferenceDate: 7000.5))
        #expect(komgaBook7.lastModified == Date(timeIntervalSinceReferenceDate: 7000.5))
        #expect(komgaBook7.sizeBytes == 7)
        #expect(komgaBook7.size == "text 7")
        #expect(komgaBook7.mediaPagesCount == 7)
        #expect(komgaBook7.mediaProfile == nil)
        #expect(komgaBook7.metaTitle == "text 7")
        #expect(komgaBook7.metaNumber == "text 7")
        #expect(komgaBook7.metaNumberSort == 7.5)
        #expect(komgaBook7.metaReleaseDate == nil)
        #expect(komgaBook7.progressPage == nil)
        #expect(komgaBook7.progressCompleted == nil)
        #expect(komgaBook7.progressReadDate == nil)
        #expect(komgaBook7.metaAuthorsIndex == "text 7")
        #expect(komgaBook7.metaTagsIndex == "text 7")
        #expect(komgaBook7.isUnavailable == false)
        #expect(komgaBook7.oneshot == false)
        #expect(komgaBook7.seriesTitle == "text 7")
        #expect(komgaBook7.pagesRaw == nil)
        #expect(komgaBook7.tocRaw == nil)
        #expect(komgaBook7.webPubManifestRaw == nil)
        #expect(komgaBook7.epubProgressionRaw == nil)
        #expect(komgaBook7.downloadStatusRaw == "text 7")
        #expect(komgaBook7.downloadError == nil)
        #expect(komgaBook7.downloadAt == nil)
        #expect(komgaBook7.downloadedSize == 7)
        #expect(komgaBook7.readListIdsRaw == nil)
        #expect(komgaBook7.isolatePagesRaw == nil)
        #expect(komgaBook7.epubPreferencesRaw == nil)
        #expect(komgaBook8.id == "text 8")
        #expect(komgaBook8.bookId == "text 8")
        #expect(komgaBook8.seriesId == "text 8")
        #expect(komgaBook8.libraryId == "text 8")
        #expect(komgaBook8.instanceId == "text 8")
        #expect(komgaBook8.name == "text 8")
        #expect(komgaBook8.url == "text 8")
        #expect(komgaBook8.number == 8.5)
        #expect(komgaBook8.created == Date(timeIntervalSinceReferenceDate: 8000.5))
        #expect(komgaBook8.lastModified == Date(timeIntervalSinceReferenceDate: 8000.5))
        #expect(komgaBook8.sizeBytes == 8)
        #expect(komgaBook8.size == "text 8")
        #expect(komgaBook8.mediaPagesCount == 8)
        #expect(komgaBook8.mediaProfile == "text 8")
        #expect(komgaBook8.metaTitle == "text 8")
        #expect(komgaBook8.metaNumber == "text 8")
        #expect(komgaBook8.metaNumberSort == 8.5)
        #expect(komgaBook8.metaReleaseDate == "text 8")
        #expect(komgaBook8.progressPage == 8)
        #expect(komgaBook8.progressCompleted == true)
        #expect(komgaBook8.progressReadDate == Date(timeIntervalSinceReferenceDate: 8000.5))
        #expect(komgaBook8.metaAuthorsIndex == "text 8")
        #expect(komgaBook8.metaTagsIndex == "text 8")
        #expect(komgaBook8.isUnavailable == true)
        #expect(komgaBook8.oneshot == true)
        #expect(komgaBook8.seriesTitle == "text 8")
        #expect(komgaBook8.pagesRaw == Data([0, 255, 8]))
        #expect(komgaBook8.tocRaw == Data([0, 255, 8]))
        #expect(komgaBook8.webPubManifestRaw == Data([0, 255, 8]))
        #expect(komgaBook8.epubProgressionRaw == Data([0, 255, 8]))
        #expect(komgaBook8.downloadStatusRaw == "text 8")
        #expect(komgaBook8.downloadError == "text 8")
        #expect(komgaBook8.downloadAt == Date(timeIntervalSinceReferenceDate: 8000.5))
        #expect(komgaBook8.downloadedSize == 8)
        #expect(komgaBook8.readListIdsRaw == Data([0, 255, 8]))
        #expect(komgaBook8.isolatePagesRaw == Data([0, 255, 8]))
        #expect(komgaBook8.epubPreferencesRaw == "text 8")
        #expect(komgaCollection9.id == "text 9")
        #expect(komgaCollection9.collectionId == "text 9")
        #expect(komgaCollection9.instanceId == "text 9")
        #expect(komgaCollection9.name == "text 9")
        #expect(komgaCollection9.ordered == false)
        #expect(komgaCollection9.createdDate == Date(timeIntervalSinceReferenceDate: 9000.5))
        #expect(komgaCollection9.lastModifiedDate == Date(timeIntervalSinceReferenceDate: 9000.5))
        #expect(komgaCollection9.filtered == false)
        #expect(komgaCollection9.isPinned == false)
        #expect(komgaCollection9.seriesIdsRaw == nil)
        #expect(komgaCollection10.id == "text 10")
        #expect(komgaCollection10.collectionId == "text 10")
        #expect(komgaCollection10.instanceId == "text 10")
        #expect(komgaCollection10.name == "text 10")
        #expect(komgaCollection10.ordered == true)
        #expect(komgaCollection10.createdDate == Date(timeIntervalSinceReferenceDate: 10000.5))
        #expect(komgaCollection10.lastModifiedDate == Date(timeIntervalSinceReferenceDate: 10000.5))
        #expect(komgaCollection10.filtered == true)
        #expect(komgaCollection10.isPinned == true)
        #expect(komgaCollection10.seriesIdsRaw == Data([0, 255, 10]))
        #expect(komgaReadList11.id == "text 11")
        #expect(komgaReadList11.readListId == "text 11")
        #expect(komgaReadList11.instanceId == "text 11")
        #expect(komgaReadList11.name == "text 11")
        #expect(komgaReadList11.summary == "text 11")
        #expect(komgaReadList11.ordered == false)
        #expect(komgaReadList11.createdDate == Date(timeIntervalSinceReferenceDate: 11000.5))
        #expect(komgaReadList11.lastModifiedDate == Date(timeIntervalSinceReferenceDate: 11000.5))
        #expect(komgaReadList11.filtered == false)
        #expect(komgaReadList11.isPinned == false)
        #expect(komgaReadList11.bookIdsRaw == nil)
        #expect(komgaReadList11.downloadStatusRaw == "text 11")
        #expect(komgaReadList11.downloadError == nil)
        #expect(komgaReadList11.downloadAt == nil)
        #expect(komgaReadList11.downloadedSize == 11)
        #expect(komgaReadList11.downloadedBooks == 11)
        #expect(komgaReadList11.pendingBooks == 11)
        #expect(komgaReadList12.id == "text 12")
        #expect(komgaReadList12.readListId == "text 12")
        #expect(komgaReadList12.instanceId == "text 12")
        #expect(komgaReadList12.name == "text 12")
        #expect(komgaReadList12.summary == "text 12")
        #expect(komgaReadList12.ordered == true)
        #expect(komgaReadList12.createdDate == Date(timeIntervalSinceReferenceDate: 12000.5))
        #expect(komgaReadList12.lastModifiedDate == Date(timeIntervalSinceReferenceDate: 12000.5))
        #expect(komgaReadList12.filtered == true)
        #expect(komgaReadList12.isPinned == true)
        #expect(komgaReadList12.bookIdsRaw == Data([0, 255, 12]))
        #expect(komgaReadList12.downloadStatusRaw == "text 12")
        #expect(komgaReadList12.downloadError == "text 12")
        #expect(komgaReadList12.downloadAt == Date(timeIntervalSinceReferenceDate: 12000.5))
        #expect(komgaReadList12.downloadedSize == 12)
        #expect(komgaReadList12.downloadedBooks == 12)
        #expect(komgaReadList12.pendingBooks == 12)
        #expect(customFont13.name == "text 13")
        #expect(customFont13.path == nil)
        #expect(customFont13.fileName == nil)
        #expect(customFont13.fileSize == nil)
        #expect(customFont13.createdAt == Date(timeIntervalSinceReferenceDate: 13000.5))
        #expect(customFont14.name == "text 14")
        #expect(customFont14.path == "text 14")
        #expect(customFont14.fileName == "text 14")
        #expect(customFont14.fileSize == 14)
        #expect(customFont14.createdAt == Date(timeIntervalSinceReferenceDate: 14000.5))
        #expect(pendingProgress15.id == "text 15")
        #expect(pendingProgress15.instanceId == "text 15")
        #expect(pendingProgress15.bookId == "text 15")
        #expect(pendingProgress15.page == 15)
        #expect(pendingProgress15.completed == false)
        #expect(pendingProgress15.createdAt == Date(timeIntervalSinceReferenceDate: 15000.5))
        #expect(pendingProgress15.progressionData == nil)
        #expect(pendingProgress16.id == "text 16")
        #expect(pendingProgress16.instanceId == "text 16")
        #expect(pendingProgress16.bookId == "text 16")
        #expect(pendingProgress16.page == 16)
        #expect(pendingProgress16.completed == true)
        #expect(pendingProgress16.createdAt == Date(timeIntervalSinceReferenceDate: 16000.5))
        #expect(pendingProgress16.progressionData == Data([0, 255, 16]))
        #expect(savedFilter17.id == UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 17)))
        #expect(savedFilter17.name == "text 17")
        #expect(savedFilter17.filterTypeRaw == "text 17")
        #expect(savedFilter17.filterDataJSON == "text 17")
        #expect(savedFilter17.createdAt == Date(timeIntervalSinceReferenceDate: 17000.5))
        #expect(savedFilter17.updatedAt == Date(timeIntervalSinceReferenceDate: 17000.5))
        #expect(savedFilter18.id == UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 18)))
        #expect(savedFilter18.name == "text 18")
        #expect(savedFilter18.filterTypeRaw == "text 18")
        #expect(savedFilter18.filterDataJSON == "text 18")
        #expect(savedFilter18.createdAt == Date(timeIntervalSinceReferenceDate: 18000.5))
        #expect(savedFilter18.updatedAt == Date(timeIntervalSinceReferenceDate: 18000.5))
        #expect(epubThemePreset19.id == UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 19)))
        #expect(epubThemePreset19.name == "text 19")
        #expect(epubThemePreset19.preferencesJSON == "text 19")
        #expect(epubThemePreset19.createdAt == Date(timeIntervalSinceReferenceDate: 19000.5))
        #expect(epubThemePreset19.updatedAt == Date(timeIntervalSinceReferenceDate: 19000.5))
        #expect(epubThemePreset20.id == UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 20)))
        #expect(epubThemePreset20.name == "text 20")
        #expect(epubThemePreset20.preferencesJSON == "text 20")
        #expect(epubThemePreset20.createdAt == Date(timeIntervalSinceReferenceDate: 20000.5))
        #expect(epubThemePreset20.updatedAt == Date(timeIntervalSinceReferenceDate: 20000.5))
    }

    private static func fillKMReaderV3(_ store: URL) throws {
        let container = try ModelContainer(
            for: Schema(versionedSchema: KMReaderV3.self), configurations: ModelConfiguration(url: store))
        let context = ModelContext(container)
        let komgaInstance1 = KMReaderV3.KomgaInstance(
            id: UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 1)), name: "text 1", serverURL: "text 1",
            username: "text 1", authToken: "text 1", isAdmin: false, authMethod: nil,
            createdAt: Date(timeIntervalSinceReferenceDate: 1000.5),
            lastUsedAt: Date(timeIntervalSinceReferenceDate: 1000.5),
            seriesLastSyncedAt: Date(timeIntervalSinceReferenceDate: 1000.5),
            booksLastSyncedAt: Date(timeIntervalSinceReferenceDate: 1000.5))
        context.insert(komgaInstance1)
        let komgaInstance2 = KMReaderV3.KomgaInstance(
            id: UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 2)), name: "text 2", serverURL: "text 2",
            username: "text 2", authToken: "text 2", isAdmin: true,
            authMethod: KMReaderV3.AuthenticationMethod.basicAuth,
            createdAt: Date(timeIntervalSinceReferenceDate: 2000.5),
            lastUsedAt: Date(timeIntervalSinceReferenceDate: 2000.5),
            seriesLastSyncedAt: Date(timeIntervalSinceReferenceDate: 2000.5),
            booksLastSyncedAt: Date(timeIntervalSinceReferenceDate: 2000.5))
        context.insert(komgaInstance2)
        let komgaLibrary3 = KMReaderV3.KomgaLibrary(
            id: UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 3)), instanceId: "text 3",
            libraryId: "text 3", name: "text 3", createdAt: Date(timeIntervalSinceReferenceDate: 3000.5), fileSize: nil,
            booksCount: nil, seriesCount: nil, sidecarsCount: nil, collectionsCount: nil, readlistsCount: nil)
        context.insert(komgaLibrary3)
        let komgaLibrary4 = KMReaderV3.KomgaLibrary(
            id: UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 4)), instanceId: "text 4",
            libraryId: "text 4", name: "text 4", createdAt: Date(timeIntervalSinceReferenceDate: 4000.5), fileSize: 4.5,
            booksCount: 4.5, seriesCount: 4.5, sidecarsCount: 4.5, collectionsCount: 4.5, readlistsCount: 4.5)
        context.insert(komgaLibrary4)
        let komgaSeries5 = KMReaderV3.KomgaSeries(
            id: "text 5", seriesId: "text 5", libraryId: "text 5", instanceId: "text 5", name: "text 5", url: "text 5",
            created: Date(timeIntervalSinceReferenceDate: 5000.5),
            lastModified: Date(timeIntervalSinceReferenceDate: 5000.5), booksCount: 5, booksReadCount: 5,
            booksUnreadCount: 5, booksInProgressCount: 5, metaTitle: "text 5", metaTitleSort: "text 5",
            metaPublisherIndex: "text 5", metaAuthorsIndex: "text 5", metaGenresIndex: "text 5",
            metaTagsIndex: "text 5", metaLanguageIndex: "text 5", isUnavailable: false, oneshot: false,
            downloadStatusRaw: "text 5", downloadError: nil, downloadAt: nil, downloadedSize: 5, downloadedBooks: 5,
            pendingBooks: 5, offlinePolicyRaw: "text 5", offlinePolicyLimit: 5, collectionIdsRaw: nil, metadata: nil,
            booksMetadata: nil)
        context.insert(komgaSeries5)
        let komgaSeries6 = KMReaderV3.KomgaSeries(
            id: "text 6", seriesId: "text 6", libraryId: "text 6", instanceId: "text 6", name: "text 6", url: "text 6",
            created: Date(timeIntervalSinceReferenceDate: 6000.5),
            lastModified: Date(timeIntervalSinceReferenceDate: 6000.5), booksCount: 6, booksReadCount: 6,
            booksUnreadCount: 6, booksInProgressCount: 6, metaTitle: "text 6", metaTitleSort: "text 6",
            metaPublisherIndex: "text 6", metaAuthorsIndex: "text 6", metaGenresIndex: "text 6",
            metaTagsIndex: "text 6", metaLanguageIndex: "text 6", isUnavailable: true, oneshot: true,
            downloadStatusRaw: "text 6", downloadError: "text 6",
            downloadAt: Date(timeIntervalSinceReferenceDate: 6000.5), downloadedSize: 6, downloadedBooks: 6,
            pendingBooks: 6, offlinePolicyRaw: "text 6", offlinePolicyLimit: 6, collectionIdsRaw: Data([0, 255, 6]),
            metadata: KMReaderV3.SeriesMetadata(status: "text 6", ageRating: 6),
            booksMetadata: KMReaderV3.SeriesBooksMetadata(summary: "text 6", created: "text 6"))
        context.insert(komgaSeries6)
        let komgaBook7 = KMReaderV3.KomgaBook(
            id: "text 7", bookId: "text 7", seriesId: "text 7", libraryId: "text 7", instanceId: "text 7",
            name: "text 7", url: "text 7", number: 7.5, created: Date(timeIntervalSinceReferenceDate: 7000.5),
            lastModified: Date(timeIntervalSinceReferenceDate: 7000.5), sizeBytes: 7, size: "text 7",
            mediaPagesCount: 7, mediaProfile: nil, metaTitle: "text 7", metaNumber: "text 7", metaNumberSort: 7.5,
            metaReleaseDate: nil, progressPage: nil, progressCompleted: nil, progressReadDate: nil,
            metaAuthorsIndex: "text 7", metaTagsIndex: "text 7", isUnavailable: false, oneshot: false,
            seriesTitle: "text 7", pagesRaw: nil, tocRaw: nil, webPubManifestRaw: nil, epubProgressionRaw: nil,
            downloadStatusRaw: "text 7", downloadError: nil, downloadAt: nil, downloadedSize: 7, readListIdsRaw: nil,
            isolatePagesRaw: nil, epubPreferencesRaw: nil, media: nil, metadata: nil, readProgress: nil)
        context.insert(komgaBook7)
        let komgaBook8 = KMReaderV3.KomgaBook(
            id: "text 8", bookId: "text 8", seriesId: "text 8", libraryId: "text 8", instanceId: "text 8",
            name: "text 8", url: "text 8", number: 8.5, created: Date(timeIntervalSinceReferenceDate: 8000.5),
            lastModified: Date(timeIntervalSinceReferenceDate: 8000.5), sizeBytes: 8, size: "text 8",
            mediaPagesCount: 8, mediaProfile: "text 8", metaTitle: "text 8", metaNumber: "text 8", metaNumberSort: 8.5,
            metaReleaseDate: "text 8", progressPage: 8, progressCompleted: true,
            progressReadDate: Date(timeIntervalSinceReferenceDate: 8000.5), metaAuthorsIndex: "text 8",
            metaTagsIndex: "text 8", isUnavailable: true, oneshot: true, seriesTitle: "text 8",
            pagesRaw: Data([0, 255, 8]), tocRaw: Data([0, 255, 8]), webPubManifestRaw: Data([0, 255, 8]),
            epubProgressionRaw: Data([0, 255, 8]), downloadStatusRaw: "text 8", downloadError: "text 8",
            downloadAt: Date(timeIntervalSinceReferenceDate: 8000.5), downloadedSize: 8,
            readListIdsRaw: Data([0, 255, 8]), isolatePagesRaw: Data([0, 255, 8]), epubPreferencesRaw: "text 8",
            media: KMReaderV3.Media(status: "text 8", mediaType: "text 8", pagesCount: 8),
            metadata: KMReaderV3.BookMetadata(summary: "text 8", isbn: "text 8", summaryLock: true),
            readProgress: KMReaderV3.ReadProgress(
                page: 8, completed: true, readDate: Date(timeIntervalSinceReferenceDate: 8000.5)))
        context.insert(komgaBook8)
        let komgaCollection9 = KMReaderV3.KomgaCollection(
            id: "text 9", collectionId: "text 9", instanceId: "text 9", name: "text 9", ordered: false,
            createdDate: Date(timeIntervalSinceReferenceDate: 9000.5),
            lastModifiedDate: Date(timeIntervalSinceReferenceDate: 9000.5), filtered: false, isPinned: false,
            seriesIdsRaw: nil)
        context.insert(komgaCollection9)
        let komgaCollection10 = KMReaderV3.KomgaCollection(
            id: "text 10", collectionId: "text 10", instanceId: "text 10", name: "text 10", ordered: true,
            createdDate: Date(timeIntervalSinceReferenceDate: 10000.5),
            lastModifiedDate: Date(timeIntervalSinceReferenceDate: 10000.5), filtered: true, isPinned: true,
            seriesIdsRaw: Data([0, 255, 10]))
        context.insert(komgaCollection10)
        let komgaReadList11 = KMReaderV3.KomgaReadList(
            id: "text 11", readListId: "text 11", instanceId: "text 11", name: "text 11", summary: "text 11",
            ordered: false, createdDate: Date(timeIntervalSinceReferenceDate: 11000.5),
            lastModifiedDate: Date(timeIntervalSinceReferenceDate: 11000.5), filtered: false, isPinned: false,
            bookIdsRaw: nil, downloadStatusRaw: "text 11", downloadError: nil, downloadAt: nil, downloadedSize: 11,
            downloadedBooks: 11, pendingBooks: 11)
        context.insert(komgaReadList11)
        let komgaReadList12 = KMReaderV3.KomgaReadList(
            id: "text 12", readListId: "text 12", instanceId: "text 12", name: "text 12", summary: "text 12",
            ordered: true, createdDate: Date(timeIntervalSinceReferenceDate: 12000.5),
            lastModifiedDate: Date(timeIntervalSinceReferenceDate: 12000.5), filtered: true, isPinned: true,
            bookIdsRaw: Data([0, 255, 12]), downloadStatusRaw: "text 12", downloadError: "text 12",
            downloadAt: Date(timeIntervalSinceReferenceDate: 12000.5), downloadedSize: 12, downloadedBooks: 12,
            pendingBooks: 12)
        context.insert(komgaReadList12)
        let customFont13 = KMReaderV3.CustomFont(
            name: "text 13", path: nil, fileName: nil, fileSize: nil,
            createdAt: Date(timeIntervalSinceReferenceDate: 13000.5))
        context.insert(customFont13)
        let customFont14 = KMReaderV3.CustomFont(
            name: "text 14", path: "text 14", fileName: "text 14", fileSize: 14,
            createdAt: Date(timeIntervalSinceReferenceDate: 14000.5))
        context.insert(customFont14)
        let pendingProgress15 = KMReaderV3.PendingProgress(
            id: "text 15", instanceId: "text 15", bookId: "text 15", page: 15, completed: false,
            createdAt: Date(timeIntervalSinceReferenceDate: 15000.5), progressionData: nil)
        context.insert(pendingProgress15)
        let pendingProgress16 = KMReaderV3.PendingProgress(
            id: "text 16", instanceId: "text 16", bookId: "text 16", page: 16, completed: true,
            createdAt: Date(timeIntervalSinceReferenceDate: 16000.5), progressionData: Data([0, 255, 16]))
        context.insert(pendingProgress16)
        let savedFilter17 = KMReaderV3.SavedFilter(
            id: UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 17)), name: "text 17",
            filterTypeRaw: "text 17", filterDataJSON: "text 17",
            createdAt: Date(timeIntervalSinceReferenceDate: 17000.5),
            updatedAt: Date(timeIntervalSinceReferenceDate: 17000.5))
        context.insert(savedFilter17)
        let savedFilter18 = KMReaderV3.SavedFilter(
            id: UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 18)), name: "text 18",
            filterTypeRaw: "text 18", filterDataJSON: "text 18",
            createdAt: Date(timeIntervalSinceReferenceDate: 18000.5),
            updatedAt: Date(timeIntervalSinceReferenceDate: 18000.5))
        context.insert(savedFilter18)
        let epubThemePreset19 = KMReaderV3.EpubThemePreset(
            id: UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 19)), name: "text 19",
            preferencesJSON: "text 19", createdAt: Date(timeIntervalSinceReferenceDate: 19000.5),
            updatedAt: Date(timeIntervalSinceReferenceDate: 19000.5))
        context.insert(epubThemePreset19)
        let epubThemePreset20 = KMReaderV3.EpubThemePreset(
            id: UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 20)), name: "text 20",
            preferencesJSON: "text 20", createdAt: Date(timeIntervalSinceReferenceDate: 20000.5),
            updatedAt: Date(timeIntervalSinceReferenceDate: 20000.5))
        context.insert(epubThemePreset20)
        try context.save()
    }

    @Test("4.0.0 to 6.0.0") func fromKMReaderV4() throws {
        let folder = try TemporaryFolder()
        try Self.fillKMReaderV4(folder.store)
        let container = try ModelContainer(
            for: Schema(versionedSchema: KMReaderV6.self), migrationPlan: KMReaderMigrationPlan.self,
            configurations: ModelConfiguration(url: folder.store))
        let context = ModelContext(container)
        let allKomgaInstance = try objects(KMReaderV6.KomgaInstance.self, 2, in: context)
        let komgaInstance1 = allKomgaInstance[0]
        let komgaInstance2 = allKomgaInstance[1]
        let allKomgaLibrary = try objects(KMReaderV6.KomgaLibrary.self, 2, in: context)
        let komgaLibrary3 = allKomgaLibrary[0]
        let komgaLibrary4 = allKomgaLibrary[1]
        let allKomgaSeries = try objects(KMReaderV6.KomgaSeries.self, 2, in: context)
        let komgaSeries5 = allKomgaSeries[0]
        let komgaSeries6 = allKomgaSeries[1]
        let allKomgaBook = try objects(KMReaderV6.KomgaBook.self, 2, in: context)
        let komgaBook7 = allKomgaBook[0]
        let komgaBook8 = allKomgaBook[1]
        let allKomgaCollection = try objects(KMReaderV6.KomgaCollection.self, 2, in: context)
        let komgaCollection9 = allKomgaCollection[0]
        let komgaCollection10 = allKomgaCollection[1]
        let allKomgaReadList = try objects(KMReaderV6.KomgaReadList.self, 2, in: context)
        let komgaReadList11 = allKomgaReadList[0]
        let komgaReadList12 = allKomgaReadList[1]
        let allCustomFontV1 = try objects(KMReaderV6.CustomFontV1.self, 2, in: context)
        let customFont13 = allCustomFontV1[0]
        let customFont14 = allCustomFontV1[1]
        let allPendingProgress = try objects(KMReaderV6.PendingProgress.self, 2, in: context)
        let pendingProgress15 = allPendingProgress[0]
        let pendingProgress16 = allPendingProgress[1]
        let allSavedFilterV1 = try objects(KMReaderV6.SavedFilterV1.self, 2, in: context)
        let savedFilter17 = allSavedFilterV1[0]
        let savedFilter18 = allSavedFilterV1[1]
        let allEpubThemePresetV1 = try objects(KMReaderV6.EpubThemePresetV1.self, 2, in: context)
        let epubThemePreset19 = allEpubThemePresetV1[0]
        let epubThemePreset20 = allEpubThemePresetV1[1]
        #expect(komgaInstance1.id == UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 1)))
        #expect(komgaInstance1.name == "text 1")
        #expect(komgaInstance1.serverURL == "text 1")
        #expect(komgaInstance1.username == "text 1")
        #expect(komgaInstance1.authToken == "text 1")
        #expect(komgaInstance1.isAdmin == false)
        #expect(komgaInstance1.authMethod == nil)
        #expect(komgaInstance1.createdAt == Date(timeIntervalSinceReferenceDate: 1000.5))
        #expect(komgaInstance1.lastUsedAt == Date(timeIntervalSinceReferenceDate: 1000.5))
        #expect(komgaInstance1.seriesLastSyncedAt == Date(timeIntervalSinceReferenceDate: 1000.5))
        #expect(komgaInstance1.booksLastSyncedAt == Date(timeIntervalSinceReferenceDate: 1000.5))
        #expect(komgaInstance2.id == UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 2)))
        #expect(komgaInstance2.name == "text 2")
        #expect(komgaInstance2.serverURL == "text 2")
        #expect(komgaInstance2.username == "text 2")
        #expect(komgaInstance2.authToken == "text 2")
        #expect(komgaInstance2.isAdmin == true)
        #expect(komgaInstance2.authMethod == KMReaderV6.AuthenticationMethod.basicAuth)
        #expect(komgaInstance2.createdAt == Date(timeIntervalSinceReferenceDate: 2000.5))
        #expect(komgaInstance2.lastUsedAt == Date(timeIntervalSinceReferenceDate: 2000.5))
        #expect(komgaInstance2.seriesLastSyncedAt == Date(timeIntervalSinceReferenceDate: 2000.5))
        #expect(komgaInstance2.booksLastSyncedAt == Date(timeIntervalSinceReferenceDate: 2000.5))
        #expect(komgaLibrary3.id == UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 3)))
        #expect(komgaLibrary3.instanceId == "text 3")
        #expect(komgaLibrary3.libraryId == "text 3")
        #expect(komgaLibrary3.name == "text 3")
        #expect(komgaLibrary3.createdAt == Date(timeIntervalSinceReferenceDate: 3000.5))
        #expect(komgaLibrary3.fileSize == nil)
        #expect(komgaLibrary3.booksCount == nil)
        #expect(komgaLibrary3.seriesCount == nil)
        #expect(komgaLibrary3.sidecarsCount == nil)
        #expect(komgaLibrary3.collectionsCount == nil)
        #expect(komgaLibrary3.readlistsCount == nil)
        #expect(komgaLibrary4.id == UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 4)))
        #expect(komgaLibrary4.instanceId == "text 4")
        #expect(komgaLibrary4.libraryId == "text 4")
        #expect(komgaLibrary4.name == "text 4")
        #expect(komgaLibrary4.createdAt == Date(timeIntervalSinceReferenceDate: 4000.5))
        #expect(komgaLibrary4.fileSize == 4.5)
        #expect(komgaLibrary4.booksCount == 4.5)
        #expect(komgaLibrary4.seriesCount == 4.5)
        #expect(komgaLibrary4.sidecarsCount == 4.5)
        #expect(komgaLibrary4.collectionsCount == 4.5)
        #expect(komgaLibrary4.readlistsCount == 4.5)
        #expect(komgaSeries5.id == "text 5")
        #expect(komgaSeries5.seriesId == "text 5")
        #expect(komgaSeries5.libraryId == "text 5")
        #expect(komgaSeries5.instanceId == "text 5")
        #expect(komgaSeries5.name == "text 5")
        #expect(komgaSeries5.url == "text 5")
        #expect(komgaSeries5.created == Date(timeIntervalSinceReferenceDate: 5000.5))
        #expect(komgaSeries5.lastModified == Date(timeIntervalSinceReferenceDate: 5000.5))
        #expect(komgaSeries5.booksCount == 5)
        #expect(komgaSeries5.booksReadCount == 5)
        #expect(komgaSeries5.booksUnreadCount == 5)
        #expect(komgaSeries5.booksInProgressCount == 5)
        #expect(komgaSeries5.metadataRaw == nil)
        #expect(komgaSeries5.booksMetadataRaw == nil)
        #expect(komgaSeries5.metaTitle == "text 5")
        #expect(komgaSeries5.metaTitleSort == "text 5")
        #expect(komgaSeries5.metaPublisherIndex == "text 5")
        #expect(komgaSeries5.metaAuthorsIndex == "text 5")
        #expect(komgaSeries5.metaGenresIndex == "text 5")
        #expect(komgaSeries5.metaTagsIndex == "text 5")
        #expect(komgaSeries5.metaLanguageIndex == "text 5")
        #expect(komgaSeries5.isUnavailable == false)
        #expect(komgaSeries5.oneshot == false)
        #expect(komgaSeries5.downloadStatusRaw == "text 5")
        #expect(komgaSeries5.downloadError == nil)
        #expect(komgaSeries5.downloadAt == nil)
        #expect(komgaSeries5.downloadedSize == 5)
        #expect(komgaSeries5.downloadedBooks == 5)
        #expect(komgaSeries5.pendingBooks == 5)
        #expect(komgaSeries5.offlinePolicyRaw == "text 5")
        #expect(komgaSeries5.offlinePolicyLimit == 5)
        #expect(komgaSeries5.collectionIdsRaw == nil)
        #expect(komgaSeries6.id == "text 6")
        #expect(komgaSeries6.seriesId == "text 6")
        #expect(komgaSeries6.libraryId == "text 6")
        #expect(komgaSeries6.instanceId == "text 6")
        #expect(komgaSeries6.name == "text 6")
        #expect(komgaSeries6.url == "text 6")
        #expect(komgaSeries6.created == Date(timeIntervalSinceReferenceDate: 6000.5))
        #expect(komgaSeries6.lastModified == Date(timeIntervalSinceReferenceDate: 6000.5))
        #expect(komgaSeries6.booksCount == 6)
        #expect(komgaSeries6.booksReadCount == 6)
        #expect(komgaSeries6.booksUnreadCount == 6)
        #expect(komgaSeries6.booksInProgressCount == 6)
        #expect(komgaSeries6.metadataRaw == Data([0, 255, 6]))
        #expect(komgaSeries6.booksMetadataRaw == Data([0, 255, 6]))
        #expect(komgaSeries6.metaTitle == "text 6")
        #expect(komgaSeries6.metaTitleSort == "text 6")
        #expect(komgaSeries6.metaPublisherIndex == "text 6")
        #expect(komgaSeries6.metaAuthorsIndex == "text 6")
        #expect(komgaSeries6.metaGenresIndex == "text 6")
        #expect(komgaSeries6.metaTagsIndex == "text 6")
        #expect(komgaSeries6.metaLanguageIndex == "text 6")
        #expect(komgaSeries6.isUnavailable == true)
        #expect(komgaSeries6.oneshot == true)
        #expect(komgaSeries6.downloadStatusRaw == "text 6")
        #expect(komgaSeries6.downloadError == "text 6")
        #expect(komgaSeries6.downloadAt == Date(timeIntervalSinceReferenceDate: 6000.5))
        #expect(komgaSeries6.downloadedSize == 6)
        #expect(komgaSeries6.downloadedBooks == 6)
        #expect(komgaSeries6.pendingBooks == 6)
        #expect(komgaSeries6.offlinePolicyRaw == "text 6")
        #expect(komgaSeries6.offlinePolicyLimit == 6)
        #expect(komgaSeries6.collectionIdsRaw == Data([0, 255, 6]))
        #expect(komgaBook7.id == "text 7")
        #expect(komgaBook7.bookId == "text 7")
        #expect(komgaBook7.seriesId == "text 7")
        #expect(komgaBook7.libraryId == "text 7")
        #expect(komgaBook7.instanceId == "text 7")
        #expect(komgaBook7.name == "text 7")
        #expect(komgaBook7.url == "text 7")
        #expect(komgaBook7.number == 7.5)
        #expect(komgaBook7.created == Date(timeIntervalSinceReferenceDate: 7000.5))
        #expect(komgaBook7.lastModified == Date(timeIntervalSinceReferenceDate: 7000.5))
        #expect(komgaBook7.sizeBytes == 7)
        #expect(komgaBook7.size == "text 7")
        #expect(komgaBook7.mediaRaw == nil)
        #expect(komgaBook7.metadataRaw == nil)
        #expect(komgaBook7.readProgressRaw == nil)
        #expect(komgaBook7.mediaPagesCount == 7)
        #expect(komgaBook7.mediaProfile == nil)
        #expect(komgaBook7.metaTitle == "text 7")
        #expect(komgaBook7.metaNumber == "text 7")
        #expect(komgaBook7.metaNumberSort == 7.5)
        #expect(komgaBook7.metaReleaseDate == nil)
        #expect(komgaBook7.progressPage == nil)
        #expect(komgaBook7.progressCompleted == nil)
        #expect(komgaBook7.progressReadDate == nil)
        #expect(komgaBook7.metaAuthorsIndex == "text 7")
        #expect(komgaBook7.metaTagsIndex == "text 7")
        #expect(komgaBook7.isUnavailable == false)
        #expect(komgaBook7.oneshot == false)
        #expect(komgaBook7.seriesTitle == "text 7")
        #expect(komgaBook7.pagesRaw == nil)
        #expect(komgaBook7.tocRaw == nil)
        #expect(komgaBook7.webPubManifestRaw == nil)
        #expect(komgaBook7.epubProgressionRaw == nil)
        #expect(komgaBook7.downloadStatusRaw == "text 7")
        #expect(komgaBook7.downloadError == nil)
        #expect(komgaBook7.downloadAt == nil)
        #expect(komgaBook7.downloadedSize == 7)
        #expect(komgaBook7.readListIdsRaw == nil)
        #expect(komgaBook7.isolatePagesRaw == nil)
        #expect(komgaBook7.epubPreferencesRaw == nil)
        #expect(komgaBook8.id == "text 8")
        #expect(komgaBook8.bookId == "text 8")
        #expect(komgaBook8.seriesId == "text 8")
        #expect(komgaBook8.libraryId == "text 8")
        #expect(komgaBook8.instanceId == "text 8")
        #expect(komgaBook8.name == "text 8")
        #expect(komgaBook8.url == "text 8")
        #expect(komgaBook8.number == 8.5)
        #expect(komgaBook8.created == Date(timeIntervalSinceReferenceDate: 8000.5))
        #expect(komgaBook8.lastModified == Date(timeIntervalSinceReferenceDate: 8000.5))
        #expect(komgaBook8.sizeBytes == 8)
        #expect(komgaBook8.size == "text 8")
        #expect(komgaBook8.mediaRaw == Data([0, 255, 8]))
        #expect(komgaBook8.metadataRaw == Data([0, 255, 8]))
        #expect(komgaBook8.readProgressRaw == Data([0, 255, 8]))
        #expect(komgaBook8.mediaPagesCount == 8)
        #expect(komgaBook8.mediaProfile == "text 8")
        #expect(komgaBook8.metaTitle == "text 8")
        #expect(komgaBook8.metaNumber == "text 8")
        #expect(komgaBook8.metaNumberSort == 8.5)
        #expect(komgaBook8.metaReleaseDate == "text 8")
        #expect(komgaBook8.progressPage == 8)
        #expect(komgaBook8.progressCompleted == true)
        #expect(komgaBook8.progressReadDate == Date(timeIntervalSinceReferenceDate: 8000.5))
        #expect(komgaBook8.metaAuthorsIndex == "text 8")
        #expect(komgaBook8.metaTagsIndex == "text 8")
        #expect(komgaBook8.isUnavailable == true)
        #expect(komgaBook8.oneshot == true)
        #expect(komgaBook8.seriesTitle == "text 8")
        #expect(komgaBook8.pagesRaw == Data([0, 255, 8]))
        #expect(komgaBook8.tocRaw == Data([0, 255, 8]))
        #expect(komgaBook8.webPubManifestRaw == Data([0, 255, 8]))
        #expect(komgaBook8.epubProgressionRaw == Data([0, 255, 8]))
        #expect(komgaBook8.downloadStatusRaw == "text 8")
        #expect(komgaBook8.downloadError == "text 8")
        #expect(komgaBook8.downloadAt == Date(timeIntervalSinceReferenceDate: 8000.5))
        #expect(komgaBook8.downloadedSize == 8)
        #expect(komgaBook8.readListIdsRaw == Data([0, 255, 8]))
        #expect(komgaBook8.isolatePagesRaw == Data([0, 255, 8]))
        #expect(komgaBook8.epubPreferencesRaw == "text 8")
        #expect(komgaCollection9.id == "text 9")
        #expect(komgaCollection9.collectionId == "text 9")
        #expect(komgaCollection9.instanceId == "text 9")
        #expect(komgaCollection9.name == "text 9")
        #expect(komgaCollection9.ordered == false)
        #expect(komgaCollection9.createdDate == Date(timeIntervalSinceReferenceDate: 9000.5))
        #expect(komgaCollection9.lastModifiedDate == Date(timeIntervalSinceReferenceDate: 9000.5))
        #expect(komgaCollection9.filtered == false)
        #expect(komgaCollection9.isPinned == false)
        #expect(komgaCollection9.seriesIdsRaw == nil)
        #expect(komgaCollection10.id == "text 10")
        #expect(komgaCollection10.collectionId == "text 10")
        #expect(komgaCollection10.instanceId == "text 10")
        #expect(komgaCollection10.name == "text 10")
        #expect(komgaCollection10.ordered == true)
        #expect(komgaCollection10.createdDate == Date(timeIntervalSinceReferenceDate: 10000.5))
        #expect(komgaCollection10.lastModifiedDate == Date(timeIntervalSinceReferenceDate: 10000.5))
        #expect(komgaCollection10.filtered == true)
        #expect(komgaCollection10.isPinned == true)
        #expect(komgaCollection10.seriesIdsRaw == Data([0, 255, 10]))
        #expect(komgaReadList11.id == "text 11")
        #expect(komgaReadList11.readListId == "text 11")
        #expect(komgaReadList11.instanceId == "text 11")
        #expect(komgaReadList11.name == "text 11")
        #expect(komgaReadList11.summary == "text 11")
        #expect(komgaReadList11.ordered == false)
        #expect(komgaReadList11.createdDate == Date(timeIntervalSinceReferenceDate: 11000.5))
        #expect(komgaReadList11.lastModifiedDate == Date(timeIntervalSinceReferenceDate: 11000.5))
        #expect(komgaReadList11.filtered == false)
        #expect(komgaReadList11.isPinned == false)
        #expect(komgaReadList11.bookIdsRaw == nil)
        #expect(komgaReadList11.downloadStatusRaw == "text 11")
        #expect(komgaReadList11.downloadError == nil)
        #expect(komgaReadList11.downloadAt == nil)
        #expect(komgaReadList11.downloadedSize == 11)
        #expect(komgaReadList11.downloadedBooks == 11)
        #expect(komgaReadList11.pendingBooks == 11)
        #expect(komgaReadList12.id == "text 12")
        #expect(komgaReadList12.readListId == "text 12")
        #expect(komgaReadList12.instanceId == "text 12")
        #expect(komgaReadList12.name == "text 12")
        #expect(komgaReadList12.summary == "text 12")
        #expect(komgaReadList12.ordered == true)
        #expect(komgaReadList12.createdDate == Date(timeIntervalSinceReferenceDate: 12000.5))
        #expect(komgaReadList12.lastModifiedDate == Date(timeIntervalSinceReferenceDate: 12000.5))
        #expect(komgaReadList12.filtered == true)
        #expect(komgaReadList12.isPinned == true)
        #expect(komgaReadList12.bookIdsRaw == Data([0, 255, 12]))
        #expect(komgaReadList12.downloadStatusRaw == "text 12")
        #expect(komgaReadList12.downloadError == "text 12")
        #expect(komgaReadList12.downloadAt == Date(timeIntervalSinceReferenceDate: 12000.5))
        #expect(komgaReadList12.downloadedSize == 12)
        #expect(komgaReadList12.downloadedBooks == 12)
        #expect(komgaReadList12.pendingBooks == 12)
        #expect(customFont13.name == "text 13")
        #expect(customFont13.path == nil)
        #expect(customFont13.fileName == nil)
        #expect(customFont13.fileSize == nil)
        #expect(customFont13.createdAt == Date(timeIntervalSinceReferenceDate: 13000.5))
        #expect(customFont14.name == "text 14")
        #expect(customFont14.path == "text 14")
        #expect(customFont14.fileName == "text 14")
        #expect(customFont14.fileSize == 14)
        #expect(customFont14.createdAt == Date(timeIntervalSinceReferenceDate: 14000.5))
        #expect(pendingProgress15.id == "text 15")
        #expect(pendingProgress15.instanceId == "text 15")
        #expect(pendingProgress15.bookId == "text 15")
        #expect(pendingProgress15.page == 15)
        #expect(pendingProgress15.completed == false)
        #expect(pendingProgress15.createdAt == Date(timeIntervalSinceReferenceDate: 15000.5))
        #expect(pendingProgress15.progressionData == nil)
        #expect(pendingProgress16.id == "text 16")
        #expect(pendingProgress16.instanceId == "text 16")
        #expect(pendingProgress16.bookId == "text 16")
        #expect(pendingProgress16.page == 16)
        #expect(pendingProgress16.completed == true)
        #expect(pendingProgress16.createdAt == Date(timeIntervalSinceReferenceDate: 16000.5))
        #expect(pendingProgress16.progressionData == Data([0, 255, 16]))
        #expect(savedFilter17.id == UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 17)))
        #expect(savedFilter17.name == "text 17")
        #expect(savedFilter17.filterTypeRaw == "text 17")
        #expect(savedFilter17.filterDataJSON == "text 17")
        #expect(savedFilter17.createdAt == Date(timeIntervalSinceReferenceDate: 17000.5))
        #expect(savedFilter17.updatedAt == Date(timeIntervalSinceReferenceDate: 17000.5))
        #expect(savedFilter18.id == UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 18)))
        #expect(savedFilter18.name == "text 18")
        #expect(savedFilter18.filterTypeRaw == "text 18")
        #expect(savedFilter18.filterDataJSON == "text 18")
        #expect(savedFilter18.createdAt == Date(timeIntervalSinceReferenceDate: 18000.5))
        #expect(savedFilter18.updatedAt == Date(timeIntervalSinceReferenceDate: 18000.5))
        #expect(epubThemePreset19.id == UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 19)))
        #expect(epubThemePreset19.name == "text 19")
        #expect(epubThemePreset19.preferencesJSON == "text 19")
        #expect(epubThemePreset19.createdAt == Date(timeIntervalSinceReferenceDate: 19000.5))
        #expect(epubThemePreset19.updatedAt == Date(timeIntervalSinceReferenceDate: 19000.5))
        #expect(epubThemePreset20.id == UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 20)))
        #expect(epubThemePreset20.name == "text 20")
        #expect(epubThemePreset20.preferencesJSON == "text 20")
        #expect(epubThemePreset20.createdAt == Date(timeIntervalSinceReferenceDate: 20000.5))
        #expect(epubThemePreset20.updatedAt == Date(timeIntervalSinceReferenceDate: 20000.5))
    }

    private static func fillKMReaderV4(_ store: URL) throws {
        let container = try ModelContainer(
            for: Schema(versionedSchema: KMReaderV4.self), configurations: ModelConfiguration(url: store))
        let context = ModelContext(container)
        let komgaInstance1 = KMReaderV4.KomgaInstance(
            id: UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 1)), name: "text 1", serverURL: "text 1",
            username: "text 1", authToken: "text 1", isAdmin: false, authMethod: nil,
            createdAt: Date(timeIntervalSinceReferenceDate: 1000.5),
            lastUsedAt: Date(timeIntervalSinceReferenceDate: 1000.5),
            seriesLastSyncedAt: Date(timeIntervalSinceReferenceDate: 1000.5),
            booksLastSyncedAt: Date(timeIntervalSinceReferenceDate: 1000.5))
        context.insert(komgaInstance1)
        let komgaInstance2 = KMReaderV4.KomgaInstance(
            id: UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 2)), name: "text 2", serverURL: "text 2",
            username: "text 2", authToken: "text 2", isAdmin: true,
            authMethod: KMReaderV4.AuthenticationMethod.basicAuth,
            createdAt: Date(timeIntervalSinceReferenceDate: 2000.5),
            lastUsedAt: Date(timeIntervalSinceReferenceDate: 2000.5),
            seriesLastSyncedAt: Date(timeIntervalSinceReferenceDate: 2000.5),
            booksLastSyncedAt: Date(timeIntervalSinceReferenceDate: 2000.5))
        context.insert(komgaInstance2)
        let komgaLibrary3 = KMReaderV4.KomgaLibrary(
            id: UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 3)), instanceId: "text 3",
            libraryId: "text 3", name: "text 3", createdAt: Date(timeIntervalSinceReferenceDate: 3000.5), fileSize: nil,
            booksCount: nil, seriesCount: nil, sidecarsCount: nil, collectionsCount: nil, readlistsCount: nil)
        context.insert(komgaLibrary3)
        let komgaLibrary4 = KMReaderV4.KomgaLibrary(
            id: UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 4)), instanceId: "text 4",
            libraryId: "text 4", name: "text 4", createdAt: Date(timeIntervalSinceReferenceDate: 4000.5), fileSize: 4.5,
            booksCount: 4.5, seriesCount: 4.5, sidecarsCount: 4.5, collectionsCount: 4.5, readlistsCount: 4.5)
        context.insert(komgaLibrary4)
        let komgaSeries5 = KMReaderV4.KomgaSeries(
            id: "text 5", seriesId: "text 5", libraryId: "text 5", instanceId: "text 5", name: "text 5", url: "text 5",
            created: Date(timeIntervalSinceReferenceDate: 5000.5),
            lastModified: Date(timeIntervalSinceReferenceDate: 5000.5), booksCount: 5, booksReadCount: 5,
            booksUnreadCount: 5, booksInProgressCount: 5, metadataRaw: nil, booksMetadataRaw: nil, metaTitle: "text 5",
            metaTitleSort: "text 5", metaPublisherIndex: "text 5", metaAuthorsIndex: "text 5",
            metaGenresIndex: "text 5", metaTagsIndex: "text 5", metaLanguageIndex: "text 5", isUnavailable: false,
            oneshot: false, downloadStatusRaw: "text 5", downloadError: nil, downloadAt: nil, downloadedSize: 5,
            downloadedBooks: 5, pendingBooks: 5, offlinePolicyRaw: "text 5", offlinePolicyLimit: 5,
            collectionIdsRaw: nil)
        context.insert(komgaSeries5)
        let komgaSeries6 = KMReaderV4.KomgaSeries(
            id: "text 6", seriesId: "text 6", libraryId: "text 6", instanceId: "text 6", name: "text 6", url: "text 6",
            created: Date(timeIntervalSinceReferenceDate: 6000.5),
            lastModified: Date(timeIntervalSinceReferenceDate: 6000.5), booksCount: 6, booksReadCount: 6,
            booksUnreadCount: 6, booksInProgressCount: 6, metadataRaw: Data([0, 255, 6]),
            booksMetadataRaw: Data([0, 255, 6]), metaTitle: "text 6", metaTitleSort: "text 6",
            metaPublisherIndex: "text 6", metaAuthorsIndex: "text 6", metaGenresIndex: "text 6",
            metaTagsIndex: "text 6", metaLanguageIndex: "text 6", isUnavailable: true, oneshot: true,
            downloadStatusRaw: "text 6", downloadError: "text 6",
            downloadAt: Date(timeIntervalSinceReferenceDate: 6000.5), downloadedSize: 6, downloadedBooks: 6,
            pendingBooks: 6, offlinePolicyRaw: "text 6", offlinePolicyLimit: 6, collectionIdsRaw: Data([0, 255, 6]))
        context.insert(komgaSeries6)
        let komgaBook7 = KMReaderV4.KomgaBook(
            id: "text 7", bookId: "text 7", seriesId: "text 7", libraryId: "text 7", instanceId: "text 7",
            name: "text 7", url: "text 7", number: 7.5, created: Date(timeIntervalSinceReferenceDate: 7000.5),
            lastModified: Date(timeIntervalSinceReferenceDate: 7000.5), sizeBytes: 7, size: "text 7", mediaRaw: nil,
            metadataRaw: nil, readProgressRaw: nil, mediaPagesCount: 7, mediaProfile: nil, metaTitle: "text 7",
            metaNumber: "text 7", metaNumberSort: 7.5, metaReleaseDate: nil, progressPage: nil, progressCompleted: nil,
            progressReadDate: nil, metaAuthorsIndex: "text 7", metaTagsIndex: "text 7", isUnavailable: false,
            oneshot: false, seriesTitle: "text 7", pagesRaw: nil, tocRaw: nil, webPubManifestRaw: nil,
            epubProgressionRaw: nil, downloadStatusRaw: "text 7", downloadError: nil, downloadAt: nil,
            downloadedSize: 7, readListIdsRaw: nil, isolatePagesRaw: nil, epubPreferencesRaw: nil)
        context.insert(komgaBook7)
        let komgaBook8 = KMReaderV4.KomgaBook(
            id: "text 8", bookId: "text 8", seriesId: "text 8", libraryId: "text 8", instanceId: "text 8",
            name: "text 8", url: "text 8", number: 8.5, created: Date(timeIntervalSinceReferenceDate: 8000.5),
            lastModified: Date(timeIntervalSinceReferenceDate: 8000.5), sizeBytes: 8, size: "text 8",
            mediaRaw: Data([0, 255, 8]), metadataRaw: Data([0, 255, 8]), readProgressRaw: Data([0, 255, 8]),
            mediaPagesCount: 8, mediaProfile: "text 8", metaTitle: "text 8", metaNumber: "text 8", metaNumberSort: 8.5,
            metaReleaseDate: "text 8", progressPage: 8, progressCompleted: true,
            progressReadDate: Date(timeIntervalSinceReferenceDate: 8000.5), metaAuthorsIndex: "text 8",
            metaTagsIndex: "text 8", isUnavailable: true, oneshot: true, seriesTitle: "text 8",
            pagesRaw: Data([0, 255, 8]), tocRaw: Data([0, 255, 8]), webPubManifestRaw: Data([0, 255, 8]),
            epubProgressionRaw: Data([0, 255, 8]), downloadStatusRaw: "text 8", downloadError: "text 8",
            downloadAt: Date(timeIntervalSinceReferenceDate: 8000.5), downloadedSize: 8,
            readListIdsRaw: Data([0, 255, 8]), isolatePagesRaw: Data([0, 255, 8]), epubPreferencesRaw: "text 8")
        context.insert(komgaBook8)
        let komgaCollection9 = KMReaderV4.KomgaCollection(
            id: "text 9", collectionId: "text 9", instanceId: "text 9", name: "text 9", ordered: false,
            createdDate: Date(timeIntervalSinceReferenceDate: 9000.5),
            lastModifiedDate: Date(timeIntervalSinceReferenceDate: 9000.5), filtered: false, isPinned: false,
            seriesIdsRaw: nil)
        context.insert(komgaCollection9)
        let komgaCollection10 = KMReaderV4.KomgaCollection(
            id: "text 10", collectionId: "text 10", instanceId: "text 10", name: "text 10", ordered: true,
            createdDate: Date(timeIntervalSinceReferenceDate: 10000.5),
            lastModifiedDate: Date(timeIntervalSinceReferenceDate: 10000.5), filtered: true, isPinned: true,
            seriesIdsRaw: Data([0, 255, 10]))
        context.insert(komgaCollection10)
        let komgaReadList11 = KMReaderV4.KomgaReadList(
            id: "text 11", readListId: "text 11", instanceId: "text 11", name: "text 11", summary: "text 11",
            ordered: false, createdDate: Date(timeIntervalSinceReferenceDate: 11000.5),
            lastModifiedDate: Date(timeIntervalSinceReferenceDate: 11000.5), filtered: false, isPinned: false,
            bookIdsRaw: nil, downloadStatusRaw: "text 11", downloadError: nil, downloadAt: nil, downloadedSize: 11,
            downloadedBooks: 11, pendingBooks: 11)
        context.insert(komgaReadList11)
        let komgaReadList12 = KMReaderV4.KomgaReadList(
            id: "text 12", readListId: "text 12", instanceId: "text 12", name: "text 12", summary: "text 12",
            ordered: true, createdDate: Date(timeIntervalSinceReferenceDate: 12000.5),
            lastModifiedDate: Date(timeIntervalSinceReferenceDate: 12000.5), filtered: true, isPinned: true,
            bookIdsRaw: Data([0, 255, 12]), downloadStatusRaw: "text 12", downloadError: "text 12",
            downloadAt: Date(timeIntervalSinceReferenceDate: 12000.5), downloadedSize: 12, downloadedBooks: 12,
            pendingBooks: 12)
        context.insert(komgaReadList12)
        let customFont13 = KMReaderV4.CustomFont(
            name: "text 13", path: nil, fileName: nil, fileSize: nil,
            createdAt: Date(timeIntervalSinceReferenceDate: 13000.5))
        context.insert(customFont13)
        let customFont14 = KMReaderV4.CustomFont(
            name: "text 14", path: "text 14", fileName: "text 14", fileSize: 14,
            createdAt: Date(timeIntervalSinceReferenceDate: 14000.5))
        context.insert(customFont14)
        let pendingProgress15 = KMReaderV4.PendingProgress(
            id: "text 15", instanceId: "text 15", bookId: "text 15", page: 15, completed: false,
            createdAt: Date(timeIntervalSinceReferenceDate: 15000.5), progressionData: nil)
        context.insert(pendingProgress15)
        let pendingProgress16 = KMReaderV4.PendingProgress(
            id: "text 16", instanceId: "text 16", bookId: "text 16", page: 16, completed: true,
            createdAt: Date(timeIntervalSinceReferenceDate: 16000.5), progressionData: Data([0, 255, 16]))
        context.insert(pendingProgress16)
        let savedFilter17 = KMReaderV4.SavedFilter(
            id: UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 17)), name: "text 17",
            filterTypeRaw: "text 17", filterDataJSON: "text 17",
            createdAt: Date(timeIntervalSinceReferenceDate: 17000.5),
            updatedAt: Date(timeIntervalSinceReferenceDate: 17000.5))
        context.insert(savedFilter17)
        let savedFilter18 = KMReaderV4.SavedFilter(
            id: UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 18)), name: "text 18",
            filterTypeRaw: "text 18", filterDataJSON: "text 18",
            createdAt: Date(timeIntervalSinceReferenceDate: 18000.5),
            updatedAt: Date(timeIntervalSinceReferenceDate: 18000.5))
        context.insert(savedFilter18)
        let epubThemePreset19 = KMReaderV4.EpubThemePreset(
            id: UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 19)), name: "text 19",
            preferencesJSON: "text 19", createdAt: Date(timeIntervalSinceReferenceDate: 19000.5),
            updatedAt: Date(timeIntervalSinceReferenceDate: 19000.5))
        context.insert(epubThemePreset19)
        let epubThemePreset20 = KMReaderV4.EpubThemePreset(
            id: UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 20)), name: "text 20",
            preferencesJSON: "text 20", createdAt: Date(timeIntervalSinceReferenceDate: 20000.5),
            updatedAt: Date(timeIntervalSinceReferenceDate: 20000.5))
        context.insert(epubThemePreset20)
        try context.save()
    }

    @Test("5.0.0 to 6.0.0") func fromKMReaderV5() throws {
        let folder = try TemporaryFolder()
        try Self.fillKMReaderV5(folder.store)
        let container = try ModelContainer(
            for: Schema(versionedSchema: KMReaderV6.self), migrationPlan: KMReaderMigrationPlan.self,
            configurations: ModelConfiguration(url: folder.store))
        let context = ModelContext(container)
        let allKomgaInstance = try objects(KMReaderV6.KomgaInstance.self, 2, in: context)
        let komgaInstance1 = allKomgaInstance[0]
        let komgaInstance2 = allKomgaInstance[1]
        let allKomgaLibrary = try objects(KMReaderV6.KomgaLibrary.self, 2, in: context)
        let komgaLibrary3 = allKomgaLibrary[0]
        let komgaLibrary4 = allKomgaLibrary[1]
        let allKomgaSeries = try objects(KMReaderV6.KomgaSeries.self, 2, in: context)
        let komgaSeries5 = allKomgaSeries[0]
        let komgaSeries6 = allKomgaSeries[1]
        let allKomgaBook = try objects(KMReaderV6.KomgaBook.self, 2, in: context)
        let komgaBook7 = allKomgaBook[0]
        let komgaBook8 = allKomgaBook[1]
        let allKomgaCollection = try objects(KMReaderV6.KomgaCollection.self, 2, in: context)
        let komgaCollection9 = allKomgaCollection[0]
        let komgaCollection10 = allKomgaCollection[1]
        let allKomgaReadList = try objects(KMReaderV6.KomgaReadList.self, 2, in: context)
        let komgaReadList11 = allKomgaReadList[0]
        let komgaReadList12 = allKomgaReadList[1]
        let allCustomFontV1 = try objects(KMReaderV6.CustomFontV1.self, 2, in: context)
        let customFont13 = allCustomFontV1[0]
        let customFont14 = allCustomFontV1[1]
        let allPendingProgress = try objects(KMReaderV6.PendingProgress.self, 2, in: context)
        let pendingProgress15 = allPendingProgress[0]
        let pendingProgress16 = allPendingProgress[1]
        let allSavedFilterV1 = try objects(KMReaderV6.SavedFilterV1.self, 2, in: context)
        let savedFilter17 = allSavedFilterV1[0]
        let savedFilter18 = allSavedFilterV1[1]
        let allEpubThemePresetV1 = try objects(KMReaderV6.EpubThemePresetV1.self, 2, in: context)
        let epubThemePreset19 = allEpubThemePresetV1[0]
        let epubThemePreset20 = allEpubThemePresetV1[1]
        #expect(komgaInstance1.id == UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 1)))
        #expect(komgaInstance1.name == "text 1")
        #expect(komgaInstance1.serverURL == "text 1")
        #expect(komgaInstance1.username == "text 1")
        #expect(komgaInstance1.authToken == "text 1")
        #expect(komgaInstance1.isAdmin == false)
        #expect(komgaInstance1.authMethod == nil)
        #expect(komgaInstance1.createdAt == Date(timeIntervalSinceReferenceDate: 1000.5))
        #expect(komgaInstance1.lastUsedAt == Date(timeIntervalSinceReferenceDate: 1000.5))
        #expect(komgaInstance1.seriesLastSyncedAt == Date(timeIntervalSinceReferenceDate: 1000.5))
        #expect(komgaInstance1.booksLastSyncedAt == Date(timeIntervalSinceReferenceDate: 1000.5))
        #expect(komgaInstance2.id == UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 2)))
        #expect(komgaInstance2.name == "text 2")
        #expect(komgaInstance2.serverURL == "text 2")
        #expect(komgaInstance2.username == "text 2")
        #expect(komgaInstance2.authToken == "text 2")
        #expect(komgaInstance2.isAdmin == true)
        #expect(komgaInstance2.authMethod == KMReaderV6.AuthenticationMethod.basicAuth)
        #expect(komgaInstance2.createdAt == Date(timeIntervalSinceReferenceDate: 2000.5))
        #expect(komgaInstance2.lastUsedAt == Date(timeIntervalSinceReferenceDate: 2000.5))
        #expect(komgaInstance2.seriesLastSyncedAt == Date(timeIntervalSinceReferenceDate: 2000.5))
        #expect(komgaInstance2.booksLastSyncedAt == Date(timeIntervalSinceReferenceDate: 2000.5))
        #expect(komgaLibrary3.id == UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 3)))
        #expect(komgaLibrary3.instanceId == "text 3")
        #expect(komgaLibrary3.libraryId == "text 3")
        #expect(komgaLibrary3.name == "text 3")
        #expect(komgaLibrary3.createdAt == Date(timeIntervalSinceReferenceDate: 3000.5))
        #expect(komgaLibrary3.fileSize == nil)
        #expect(komgaLibrary3.booksCount == nil)
        #expect(komgaLibrary3.seriesCount == nil)
        #expect(komgaLibrary3.sidecarsCount == nil)
        #expect(komgaLibrary3.collectionsCount == nil)
        #expect(komgaLibrary3.readlistsCount == nil)
        #expect(komgaLibrary4.id == UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 4)))
        #expect(komgaLibrary4.instanceId == "text 4")
        #expect(komgaLibrary4.libraryId == "text 4")
        #expect(komgaLibrary4.name == "text 4")
        #expect(komgaLibrary4.createdAt == Date(timeIntervalSinceReferenceDate: 4000.5))
        #expect(komgaLibrary4.fileSize == 4.5)
        #expect(komgaLibrary4.booksCount == 4.5)
        #expect(komgaLibrary4.seriesCount == 4.5)
        #expect(komgaLibrary4.sidecarsCount == 4.5)
        #expect(komgaLibrary4.collectionsCount == 4.5)
        #expect(komgaLibrary4.readlistsCount == 4.5)
        #expect(komgaSeries5.id == "text 5")
        #expect(komgaSeries5.seriesId == "text 5")
        #expect(komgaSeries5.libraryId == "text 5")
        #expect(komgaSeries5.instanceId == "text 5")
        #expect(komgaSeries5.name == "text 5")
        #expect(komgaSeries5.url == "text 5")
        #expect(komgaSeries5.created == Date(timeIntervalSinceReferenceDate: 5000.5))
        #expect(komgaSeries5.lastModified == Date(timeIntervalSinceReferenceDate: 5000.5))
        #expect(komgaSeries5.booksCount == 5)
        #expect(komgaSeries5.booksReadCount == 5)
        #expect(komgaSeries5.booksUnreadCount == 5)
        #expect(komgaSeries5.booksInProgressCount == 5)
        #expect(komgaSeries5.metadataRaw == nil)
        #expect(komgaSeries5.booksMetadataRaw == nil)
        #expect(komgaSeries5.metaTitle == "text 5")
        #expect(komgaSeries5.metaTitleSort == "text 5")
        #expect(komgaSeries5.metaPublisherIndex == "text 5")
        #expect(komgaSeries5.metaAuthorsIndex == "text 5")
        #expect(komgaSeries5.metaGenresIndex == "text 5")
        #expect(komgaSeries5.metaTagsIndex == "text 5")
        #expect(komgaSeries5.metaLanguageIndex == "text 5")
        #expect(komgaSeries5.isUnavailable == false)
        #expect(komgaSeries5.oneshot == false)
        #expect(komgaSeries5.downloadStatusRaw == "text 5")
        #expect(komgaSeries5.downloadError == nil)
        #expect(komgaSeries5.downloadAt == nil)
        #expect(komgaSeries5.downloadedSize == 5)
        #expect(komgaSeries5.downloadedBooks == 5)
        #expect(komgaSeries5.pendingBooks == 5)
        #expect(komgaSeries5.offlinePolicyRaw == "text 5")
        #expect(komgaSeries5.offlinePolicyLimit == 5)
        #expect(komgaSeries5.collectionIdsRaw == nil)
        #expect(komgaSeries6.id == "text 6")
        #expect(komgaSeries6.seriesId == "text 6")
        #expect(komgaSeries6.libraryId == "text 6")
        #expect(komgaSeries6.instanceId == "text 6")
        #expect(komgaSeries6.name == "text 6")
        #expect(komgaSeries6.url == "text 6")
        #expect(komgaSeries6.created == Date(timeIntervalSinceReferenceDate: 6000.5))
        #expect(komgaSeries6.lastModified == Date(timeIntervalSinceReferenceDate: 6000.5))
        #expect(komgaSeries6.booksCount == 6)
        #expect(komgaSeries6.booksReadCount == 6)
        #expect(komgaSeries6.booksUnreadCount == 6)
        #expect(komgaSeries6.booksInProgressCount == 6)
        #expect(komgaSeries6.metadataRaw == Data([0, 255, 6]))
        #expect(komgaSeries6.booksMetadataRaw == Data([0, 255, 6]))
        #expect(komgaSeries6.metaTitle == "text 6")
        #expect(komgaSeries6.metaTitleSort == "text 6")
        #expect(komgaSeries6.metaPublisherIndex == "text 6")
        #expect(komgaSeries6.metaAuthorsIndex == "text 6")
        #expect(komgaSeries6.metaGenresIndex == "text 6")
        #expect(komgaSeries6.metaTagsIndex == "text 6")
        #expect(komgaSeries6.metaLanguageIndex == "text 6")
        #expect(komgaSeries6.isUnavailable == true)
        #expect(komgaSeries6.oneshot == true)
        #expect(komgaSeries6.downloadStatusRaw == "text 6")
        #expect(komgaSeries6.downloadError == "text 6")
        #expect(komgaSeries6.downloadAt == Date(timeIntervalSinceReferenceDate: 6000.5))
        #expect(komgaSeries6.downloadedSize == 6)
        #expect(komgaSeries6.downloadedBooks == 6)
        #expect(komgaSeries6.pendingBooks == 6)
        #expect(komgaSeries6.offlinePolicyRaw == "text 6")
        #expect(komgaSeries6.offlinePolicyLimit == 6)
        #expect(komgaSeries6.collectionIdsRaw == Data([0, 255, 6]))
        #expect(komgaBook7.id == "text 7")
        #expect(komgaBook7.bookId == "text 7")
        #expect(komgaBook7.seriesId == "text 7")
        #expect(komgaBook7.libraryId == "text 7")
        #expect(komgaBook7.instanceId == "text 7")
        #expect(komgaBook7.name == "text 7")
        #expect(komgaBook7.url == "text 7")
        #expect(komgaBook7.number == 7.5)
        #expect(komgaBook7.created == Date(timeIntervalSinceReferenceDate: 7000.5))
        #expect(komgaBook7.lastModified == Date(timeIntervalSinceReferenceDate: 7000.5))
        #expect(komgaBook7.sizeBytes == 7)
        #expect(komgaBook7.size == "text 7")
        #expect(komgaBook7.mediaRaw == nil)
        #expect(komgaBook7.metadataRaw == nil)
        #expect(komgaBook7.readProgressRaw == nil)
        #expect(komgaBook7.mediaPagesCount == 7)
        #expect(komgaBook7.mediaProfile == nil)
        #expect(komgaBook7.metaTitle == "text 7")
        #expect(komgaBook7.metaNumber == "text 7")
        #expect(komgaBook7.metaNumberSort == 7.5)
        #expect(komgaBook7.metaReleaseDate == nil)
        #expect(komgaBook7.progressPage == nil)
        #expect(komgaBook7.progressCompleted == nil)
        #expect(komgaBook7.progressReadDate == nil)
        #expect(komgaBook7.metaAuthorsIndex == "text 7")
        #expect(komgaBook7.metaTagsIndex == "text 7")
        #expect(komgaBook7.isUnavailable == false)
        #expect(komgaBook7.oneshot == false)
        #expect(komgaBook7.seriesTitle == "text 7")
        #expect(komgaBook7.pagesRaw == nil)
        #expect(komgaBook7.tocRaw == nil)
        #expect(komgaBook7.webPubManifestRaw == nil)
        #expect(komgaBook7.epubProgressionRaw == nil)
        #expect(komgaBook7.downloadStatusRaw == "text 7")
        #expect(komgaBook7.downloadError == nil)
        #expect(komgaBook7.downloadAt == nil)
        #expect(komgaBook7.downloadedSize == 7)
        #expect(komgaBook7.readListIdsRaw == nil)
        #expect(komgaBook7.isolatePagesRaw == nil)
        #expect(komgaBook7.pageRotationsRaw == nil)
        #expect(komgaBook7.epubPreferencesRaw == nil)
        #expect(komgaBook8.id == "text 8")
        #expect(komgaBook8.bookId == "text 8")
        #expect(komgaBook8.seriesId == "text 8")
        #expect(komgaBook8.libraryId == "text 8")
        #expect(komgaBook8.instanceId == "text 8")
        #expect(komgaBook8.name == "text 8")
        #expect(komgaBook8.url == "text 8")
        #expect(komgaBook8.number == 8.5)
        #expect(komgaBook8.created == Date(timeIntervalSinceReferenceDate: 8000.5))
        #expect(komgaBook8.lastModified == Date(timeIntervalSinceReferenceDate: 8000.5))
        #expect(komgaBook8.sizeBytes == 8)
        #expect(komgaBook8.size == "text 8")
        #expect(komgaBook8.mediaRaw == Data([0, 255, 8]))
        #expect(komgaBook8.metadataRaw == Data([0, 255, 8]))
        #expect(komgaBook8.readProgressRaw == Data([0, 255, 8]))
        #expect(komgaBook8.mediaPagesCount == 8)
        #expect(komgaBook8.mediaProfile == "text 8")
        #expect(komgaBook8.metaTitle == "text 8")
        #expect(komgaBook8.metaNumber == "text 8")
        #expect(komgaBook8.metaNumberSort == 8.5)
        #expect(komgaBook8.metaReleaseDate == "text 8")
        #expect(komgaBook8.progressPage == 8)
        #expect(komgaBook8.progressCompleted == true)
        #expect(komgaBook8.progressReadDate == Date(timeIntervalSinceReferenceDate: 8000.5))
        #expect(komgaBook8.metaAuthorsIndex == "text 8")
        #expect(komgaBook8.metaTagsIndex == "text 8")
        #expect(komgaBook8.isUnavailable == true)
        #expect(komgaBook8.oneshot == true)
        #expect(komgaBook8.seriesTitle == "text 8")
        #expect(komgaBook8.pagesRaw == Data([0, 255, 8]))
        #expect(komgaBook8.tocRaw == Data([0, 255, 8]))
        #expect(komgaBook8.webPubManifestRaw == Data([0, 255, 8]))
        #expect(komgaBook8.epubProgressionRaw == Data([0, 255, 8]))
        #expect(komgaBook8.downloadStatusRaw == "text 8")
        #expect(komgaBook8.downloadError == "text 8")
        #expect(komgaBook8.downloadAt == Date(timeIntervalSinceReferenceDate: 8000.5))
        #expect(komgaBook8.downloadedSize == 8)
        #expect(komgaBook8.readListIdsRaw == Data([0, 255, 8]))
        #expect(komgaBook8.isolatePagesRaw == Data([0, 255, 8]))
        #expect(komgaBook8.pageRotationsRaw == Data([0, 255, 8]))
        #expect(komgaBook8.epubPreferencesRaw == "text 8")
        #expect(komgaCollection9.id == "text 9")
        #expect(komgaCollection9.collectionId == "text 9")
        #expect(komgaCollection9.instanceId == "text 9")
        #expect(komgaCollection9.name == "text 9")
        #expect(komgaCollection9.ordered == false)
        #expect(komgaCollection9.createdDate == Date(timeIntervalSinceReferenceDate: 9000.5))
        #expect(komgaCollection9.lastModifiedDate == Date(timeIntervalSinceReferenceDate: 9000.5))
        #expect(komgaCollection9.filtered == false)
        #expect(komgaCollection9.isPinned == false)
        #expect(komgaCollection9.seriesIdsRaw == nil)
        #expect(komgaCollection10.id == "text 10")
        #expect(komgaCollection10.collectionId == "text 10")
        #expect(komgaCollection10.instanceId == "text 10")
        #expect(komgaCollection10.name == "text 10")
        #expect(komgaCollection10.ordered == true)
        #expect(komgaCollection10.createdDate == Date(timeIntervalSinceReferenceDate: 10000.5))
        #expect(komgaCollection10.lastModifiedDate == Date(timeIntervalSinceReferenceDate: 10000.5))
        #expect(komgaCollection10.filtered == true)
        #expect(komgaCollection10.isPinned == true)
        #expect(komgaCollection10.seriesIdsRaw == Data([0, 255, 10]))
        #expect(komgaReadList11.id == "text 11")
        #expect(komgaReadList11.readListId == "text 11")
        #expect(komgaReadList11.instanceId == "text 11")
        #expect(komgaReadList11.name == "text 11")
        #expect(komgaReadList11.summary == "text 11")
        #expect(komgaReadList11.ordered == false)
        #expect(komgaReadList11.createdDate == Date(timeIntervalSinceReferenceDate: 11000.5))
        #expect(komgaReadList11.lastModifiedDate == Date(timeIntervalSinceReferenceDate: 11000.5))
        #expect(komgaReadList11.filtered == false)
        #expect(komgaReadList11.isPinned == false)
        #expect(komgaReadList11.bookIdsRaw == nil)
        #expect(komgaReadList11.downloadStatusRaw == "text 11")
        #expect(komgaReadList11.downloadError == nil)
        #expect(komgaReadList11.downloadAt == nil)
        #expect(komgaReadList11.downloadedSize == 11)
        #expect(komgaReadList11.downloadedBooks == 11)
        #expect(komgaReadList11.pendingBooks == 11)
        #expect(komgaReadList12.id == "text 12")
        #expect(komgaReadList12.readListId == "text 12")
        #expect(komgaReadList12.instanceId == "text 12")
        #expect(komgaReadList12.name == "text 12")
        #expect(komgaReadList12.summary == "text 12")
        #expect(komgaReadList12.ordered == true)
        #expect(komgaReadList12.createdDate == Date(timeIntervalSinceReferenceDate: 12000.5))
        #expect(komgaReadList12.lastModifiedDate == Date(timeIntervalSinceReferenceDate: 12000.5))
        #expect(komgaReadList12.filtered == true)
        #expect(komgaReadList12.isPinned == true)
        #expect(komgaReadList12.bookIdsRaw == Data([0, 255, 12]))
        #expect(komgaReadList12.downloadStatusRaw == "text 12")
        #expect(komgaReadList12.downloadError == "text 12")
        #expect(komgaReadList12.downloadAt == Date(timeIntervalSinceReferenceDate: 12000.5))
        #expect(komgaReadList12.downloadedSize == 12)
        #expect(komgaReadList12.downloadedBooks == 12)
        #expect(komgaReadList12.pendingBooks == 12)
        #expect(customFont13.name == "text 13")
        #expect(customFont13.path == nil)
        #expect(customFont13.fileName == nil)
        #expect(customFont13.fileSize == nil)
        #expect(customFont13.createdAt == Date(timeIntervalSinceReferenceDate: 13000.5))
        #expect(customFont14.name == "text 14")
        #expect(customFont14.path == "text 14")
        #expect(customFont14.fileName == "text 14")
        #expect(customFont14.fileSize == 14)
        #expect(customFont14.createdAt == Date(timeIntervalSinceReferenceDate: 14000.5))
        #expect(pendingProgress15.id == "text 15")
        #expect(pendingProgress15.instanceId == "text 15")
        #expect(pendingProgress15.bookId == "text 15")
        #expect(pendingProgress15.page == 15)
        #expect(pendingProgress15.completed == false)
        #expect(pendingProgress15.createdAt == Date(timeIntervalSinceReferenceDate: 15000.5))
        #expect(pendingProgress15.progressionData == nil)
        #expect(pendingProgress16.id == "text 16")
        #expect(pendingProgress16.instanceId == "text 16")
        #expect(pendingProgress16.bookId == "text 16")
        #expect(pendingProgress16.page == 16)
        #expect(pendingProgress16.completed == true)
        #expect(pendingProgress16.createdAt == Date(timeIntervalSinceReferenceDate: 16000.5))
        #expect(pendingProgress16.progressionData == Data([0, 255, 16]))
        #expect(savedFilter17.id == UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 17)))
        #expect(savedFilter17.name == "text 17")
        #expect(savedFilter17.filterTypeRaw == "text 17")
        #expect(savedFilter17.filterDataJSON == "text 17")
        #expect(savedFilter17.createdAt == Date(timeIntervalSinceReferenceDate: 17000.5))
        #expect(savedFilter17.updatedAt == Date(timeIntervalSinceReferenceDate: 17000.5))
        #expect(savedFilter18.id == UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 18)))
        #expect(savedFilter18.name == "text 18")
        #expect(savedFilter18.filterTypeRaw == "text 18")
        #expect(savedFilter18.filterDataJSON == "text 18")
        #expect(savedFilter18.createdAt == Date(timeIntervalSinceReferenceDate: 18000.5))
        #expect(savedFilter18.updatedAt == Date(timeIntervalSinceReferenceDate: 18000.5))
        #expect(epubThemePreset19.id == UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 19)))
        #expect(epubThemePreset19.name == "text 19")
        #expect(epubThemePreset19.preferencesJSON == "text 19")
        #expect(epubThemePreset19.createdAt == Date(timeIntervalSinceReferenceDate: 19000.5))
        #expect(epubThemePreset19.updatedAt == Date(timeIntervalSinceReferenceDate: 19000.5))
        #expect(epubThemePreset20.id == UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 20)))
        #expect(epubThemePreset20.name == "text 20")
        #expect(epubThemePreset20.preferencesJSON == "text 20")
        #expect(epubThemePreset20.createdAt == Date(timeIntervalSinceReferenceDate: 20000.5))
        #expect(epubThemePreset20.updatedAt == Date(timeIntervalSinceReferenceDate: 20000.5))
    }

    private static func fillKMReaderV5(_ store: URL) throws {
        let container = try ModelContainer(
            for: Schema(versionedSchema: KMReaderV5.self), configurations: ModelConfiguration(url: store))
        let context = ModelContext(container)
        let komgaInstance1 = KMReaderV5.KomgaInstance(
            id: UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 1)), name: "text 1", serverURL: "text 1",
            username: "text 1", authToken: "text 1", isAdmin: false, authMethod: nil,
            createdAt: Date(timeIntervalSinceReferenceDate: 1000.5),
            lastUsedAt: Date(timeIntervalSinceReferenceDate: 1000.5),
            seriesLastSyncedAt: Date(timeIntervalSinceReferenceDate: 1000.5),
            booksLastSyncedAt: Date(timeIntervalSinceReferenceDate: 1000.5))
        context.insert(komgaInstance1)
        let komgaInstance2 = KMReaderV5.KomgaInstance(
            id: UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 2)), name: "text 2", serverURL: "text 2",
            username: "text 2", authToken: "text 2", isAdmin: true,
            authMethod: KMReaderV5.AuthenticationMethod.basicAuth,
            createdAt: Date(timeIntervalSinceReferenceDate: 2000.5),
            lastUsedAt: Date(timeIntervalSinceReferenceDate: 2000.5),
            seriesLastSyncedAt: Date(timeIntervalSinceReferenceDate: 2000.5),
            booksLastSyncedAt: Date(timeIntervalSinceReferenceDate: 2000.5))
        context.insert(komgaInstance2)
        let komgaLibrary3 = KMReaderV5.KomgaLibrary(
            id: UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 3)), instanceId: "text 3",
            libraryId: "text 3", name: "text 3", createdAt: Date(timeIntervalSinceReferenceDate: 3000.5), fileSize: nil,
            booksCount: nil, seriesCount: nil, sidecarsCount: nil, collectionsCount: nil, readlistsCount: nil)
        context.insert(komgaLibrary3)
        let komgaLibrary4 = KMReaderV5.KomgaLibrary(
            id: UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 4)), instanceId: "text 4",
            libraryId: "text 4", name: "text 4", createdAt: Date(timeIntervalSinceReferenceDate: 4000.5), fileSize: 4.5,
            booksCount: 4.5, seriesCount: 4.5, sidecarsCount: 4.5, collectionsCount: 4.5, readlistsCount: 4.5)
        context.insert(komgaLibrary4)
        let komgaSeries5 = KMReaderV5.KomgaSeries(
            id: "text 5", seriesId: "text 5", libraryId: "text 5", instanceId: "text 5", name: "text 5", url: "text 5",
            created: Date(timeIntervalSinceReferenceDate: 5000.5),
            lastModified: Date(timeIntervalSinceReferenceDate: 5000.5), booksCount: 5, booksReadCount: 5,
            booksUnreadCount: 5, booksInProgressCount: 5, metadataRaw: nil, booksMetadataRaw: nil, metaTitle: "text 5",
            metaTitleSort: "text 5", metaPublisherIndex: "text 5", metaAuthorsIndex: "text 5",
            metaGenresIndex: "text 5", metaTagsIndex: "text 5", metaLanguageIndex: "text 5", isUnavailable: false,
            oneshot: false, downloadStatusRaw: "text 5", downloadError: nil, downloadAt: nil, downloadedSize: 5,
            downloadedBooks: 5, pendingBooks: 5, offlinePolicyRaw: "text 5", offlinePolicyLimit: 5,
            collectionIdsRaw: nil)
        context.insert(komgaSeries5)
        let komgaSeries6 = KMReaderV5.KomgaSeries(
            id: "text 6", seriesId: "text 6", libraryId: "text 6", instanceId: "text 6", name: "text 6", url: "text 6",
            created: Date(timeIntervalSinceReferenceDate: 6000.5),
            lastModified: Date(timeIntervalSinceReferenceDate: 6000.5), booksCount: 6, booksReadCount: 6,
            booksUnreadCount: 6, booksInProgressCount: 6, metadataRaw: Data([0, 255, 6]),
            booksMetadataRaw: Data([0, 255, 6]), metaTitle: "text 6", metaTitleSort: "text 6",
            metaPublisherIndex: "text 6", metaAuthorsIndex: "text 6", metaGenresIndex: "text 6",
            metaTagsIndex: "text 6", metaLanguageIndex: "text 6", isUnavailable: true, oneshot: true,
            downloadStatusRaw: "text 6", downloadError: "text 6",
            downloadAt: Date(timeIntervalSinceReferenceDate: 6000.5), downloadedSize: 6, downloadedBooks: 6,
            pendingBooks: 6, offlinePolicyRaw: "text 6", offlinePolicyLimit: 6, collectionIdsRaw: Data([0, 255, 6]))
        context.insert(komgaSeries6)
        let komgaBook7 = KMReaderV5.KomgaBook(
            id: "text 7", bookId: "text 7", seriesId: "text 7", libraryId: "text 7", instanceId: "text 7",
            name: "text 7", url: "text 7", number: 7.5, created: Date(timeIntervalSinceReferenceDate: 7000.5),
            lastModified: Date(timeIntervalSinceReferenceDate: 7000.5), sizeBytes: 7, size: "text 7", mediaRaw: nil,
            metadataRaw: nil, readProgressRaw: nil, mediaPagesCount: 7, mediaProfile: nil, metaTitle: "text 7",
            metaNumber: "text 7", metaNumberSort: 7.5, metaReleaseDate: nil, progressPage: nil, progressCompleted: nil,
            progressReadDate: nil, metaAuthorsIndex: "text 7", metaTagsIndex: "text 7", isUnavailable: false,
            oneshot: false, seriesTitle: "text 7", pagesRaw: nil, tocRaw: nil, webPubManifestRaw: nil,
            epubProgressionRaw: nil, downloadStatusRaw: "text 7", downloadError: nil, downloadAt: nil,
            downloadedSize: 7, readListIdsRaw: nil, isolatePagesRaw: nil, pageRotationsRaw: nil,
            epubPreferencesRaw: nil)
        context.insert(komgaBook7)
        let komgaBook8 = KMReaderV5.KomgaBook(
            id: "text 8", bookId: "text 8", seriesId: "text 8", libraryId: "text 8", instanceId: "text 8",
            name: "text 8", url: "text 8", number: 8.5, created: Date(timeIntervalSinceReferenceDate: 8000.5),
            lastModified: Date(timeIntervalSinceReferenceDate: 8000.5), sizeBytes: 8, size: "text 8",
            mediaRaw: Data([0, 255, 8]), metadataRaw: Data([0, 255, 8]), readProgressRaw: Data([0, 255, 8]),
            mediaPagesCount: 8, mediaProfile: "text 8", metaTitle: "text 8", metaNumber: "text 8", metaNumberSort: 8.5,
            metaReleaseDate: "text 8", progressPage: 8, progressCompleted: true,
            progressReadDate: Date(timeIntervalSinceReferenceDate: 8000.5), metaAuthorsIndex: "text 8",
            metaTagsIndex: "text 8", isUnavailable: true, oneshot: true, seriesTitle: "text 8",
            pagesRaw: Data([0, 255, 8]), tocRaw: Data([0, 255, 8]), webPubManifestRaw: Data([0, 255, 8]),
            epubProgressionRaw: Data([0, 255, 8]), downloadStatusRaw: "text 8", downloadError: "text 8",
            downloadAt: Date(timeIntervalSinceReferenceDate: 8000.5), downloadedSize: 8,
            readListIdsRaw: Data([0, 255, 8]), isolatePagesRaw: Data([0, 255, 8]), pageRotationsRaw: Data([0, 255, 8]),
            epubPreferencesRaw: "text 8")
        context.insert(komgaBook8)
        let komgaCollection9 = KMReaderV5.KomgaCollection(
            id: "text 9", collectionId: "text 9", instanceId: "text 9", name: "text 9", ordered: false,
            createdDate: Date(timeIntervalSinceReferenceDate: 9000.5),
            lastModifiedDate: Date(timeIntervalSinceReferenceDate: 9000.5), filtered: false, isPinned: false,
            seriesIdsRaw: nil)
        context.insert(komgaCollection9)
        let komgaCollection10 = KMReaderV5.KomgaCollection(
            id: "text 10", collectionId: "text 10", instanceId: "text 10", name: "text 10", ordered: true,
            createdDate: Date(timeIntervalSinceReferenceDate: 10000.5),
            lastModifiedDate: Date(timeIntervalSinceReferenceDate: 10000.5), filtered: true, isPinned: true,
            seriesIdsRaw: Data([0, 255, 10]))
        context.insert(komgaCollection10)
        let komgaReadList11 = KMReaderV5.KomgaReadList(
            id: "text 11", readListId: "text 11", instanceId: "text 11", name: "text 11", summary: "text 11",
            ordered: false, createdDate: Date(timeIntervalSinceReferenceDate: 11000.5),
            lastModifiedDate: Date(timeIntervalSinceReferenceDate: 11000.5), filtered: false, isPinned: false,
            bookIdsRaw: nil, downloadStatusRaw: "text 11", downloadError: nil, downloadAt: nil, downloadedSize: 11,
            downloadedBooks: 11, pendingBooks: 11)
        context.insert(komgaReadList11)
        let komgaReadList12 = KMReaderV5.KomgaReadList(
            id: "text 12", readListId: "text 12", instanceId: "text 12", name: "text 12", summary: "text 12",
            ordered: true, createdDate: Date(timeIntervalSinceReferenceDate: 12000.5),
            lastModifiedDate: Date(timeIntervalSinceReferenceDate: 12000.5), filtered: true, isPinned: true,
            bookIdsRaw: Data([0, 255, 12]), downloadStatusRaw: "text 12", downloadError: "text 12",
            downloadAt: Date(timeIntervalSinceReferenceDate: 12000.5), downloadedSize: 12, downloadedBooks: 12,
            pendingBooks: 12)
        context.insert(komgaReadList12)
        let customFont13 = KMReaderV5.CustomFont(
            name: "text 13", path: nil, fileName: nil, fileSize: nil,
            createdAt: Date(timeIntervalSinceReferenceDate: 13000.5))
        context.insert(customFont13)
        let customFont14 = KMReaderV5.CustomFont(
            name: "text 14", path: "text 14", fileName: "text 14", fileSize: 14,
            createdAt: Date(timeIntervalSinceReferenceDate: 14000.5))
        context.insert(customFont14)
        let pendingProgress15 = KMReaderV5.PendingProgress(
            id: "text 15", instanceId: "text 15", bookId: "text 15", page: 15, completed: false,
            createdAt: Date(timeIntervalSinceReferenceDate: 15000.5), progressionData: nil)
        context.insert(pendingProgress15)
        let pendingProgress16 = KMReaderV5.PendingProgress(
            id: "text 16", instanceId: "text 16", bookId: "text 16", page: 16, completed: true,
            createdAt: Date(timeIntervalSinceReferenceDate: 16000.5), progressionData: Data([0, 255, 16]))
        context.insert(pendingProgress16)
        let savedFilter17 = KMReaderV5.SavedFilter(
            id: UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 17)), name: "text 17",
            filterTypeRaw: "text 17", filterDataJSON: "text 17",
            createdAt: Date(timeIntervalSinceReferenceDate: 17000.5),
            updatedAt: Date(timeIntervalSinceReferenceDate: 17000.5))
        context.insert(savedFilter17)
        let savedFilter18 = KMReaderV5.SavedFilter(
            id: UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 18)), name: "text 18",
            filterTypeRaw: "text 18", filterDataJSON: "text 18",
            createdAt: Date(timeIntervalSinceReferenceDate: 18000.5),
            updatedAt: Date(timeIntervalSinceReferenceDate: 18000.5))
        context.insert(savedFilter18)
        let epubThemePreset19 = KMReaderV5.EpubThemePreset(
            id: UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 19)), name: "text 19",
            preferencesJSON: "text 19", createdAt: Date(timeIntervalSinceReferenceDate: 19000.5),
            updatedAt: Date(timeIntervalSinceReferenceDate: 19000.5))
        context.insert(epubThemePreset19)
        let epubThemePreset20 = KMReaderV5.EpubThemePreset(
            id: UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 20)), name: "text 20",
            preferencesJSON: "text 20", createdAt: Date(timeIntervalSinceReferenceDate: 20000.5),
            updatedAt: Date(timeIntervalSinceReferenceDate: 20000.5))
        context.insert(epubThemePreset20)
        try context.save()
    }
}

/// A folder for one store, which goes with the test.
private nonisolated final class TemporaryFolder {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    var store: URL { folder.appendingPathComponent("migrated.store") }

    init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(at: folder) }
}

/// The objects of exactly one model in the order in which they were made. There may be more than there were.
private nonisolated func objects<T: PersistentModel>(
    _ type: T.Type, _ count: Int, in context: ModelContext
) throws -> [T] {
    let found = try context.fetch(FetchDescriptor<T>()).filter { Swift.type(of: $0) == type }
    try #require(found.count >= count, "there are \(found.count) objects of \(type), and there were \(count)")
    return found
}

private nonisolated func url(_ text: String) -> URL { URL(string: text) ?? URL(fileURLWithPath: "/") }

/// A value of a type that is written by hand, as a store has it.
private nonisolated func json<T: Encodable>(_ value: T) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
}
