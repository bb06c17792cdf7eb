package io.hedgerow.secureagg.store;

import io.hedgerow.secureagg.key.Octets;
import io.hedgerow.secureagg.site.PromiseStore;
import io.hedgerow.secureagg.site.PromisedShares;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Promised shares in a file that only its owner can read, replaced as a whole, durably, and overwritten when it is erased. What is below the
 * file system may still have them; see {@link FileSlotStore}. One share of each site tells nothing alone: whoever takes it has what one
 * colluding site has. Not thread-safe; one process at a time.
 */
public final class FilePromiseStore implements PromiseStore {

    private final SealedFile file;
    private final Path path;

    /**
     * Keeps them in a file. What a crash left beside it of shares that were never promised is erased.
     *
     * @param file made at the first save; not shared with another site
     * @throws StoreException when its directory cannot be made or a crash left what cannot be erased
     */
    public FilePromiseStore(Path file) {
        PrivateFiles.directory(file.toAbsolutePath().normalize().resolveSibling(""));
        this.file = new SealedFile(file, "promise");
        this.path = file;
        PrivateFiles.eraseUnfinished(file);
    }

    @Override
    public Optional<PromisedShares> load() {
        return file.read().map(entry -> Fields.read(entry, path.toString(), FilePromiseStore::decode));
    }

    private static PromisedShares decode(DataInputStream in) throws IOException {
        return new PromisedShares(
                Fields.octets(in),
                in.readLong(),
                Fields.octets(in),
                Fields.sites(in),
                in.readInt(),
                Fields.octets(in).toBytes());
    }

    @Override
    public void save(PromisedShares promise) {
        file.write(Fields.write(out -> {
            Fields.octets(out, promise.sid());
            out.writeLong(promise.slot());
            Fields.octets(out, promise.ctx2());
            Fields.sites(out, promise.survivors());
            out.writeInt(promise.threshold());
            Fields.octets(out, Octets.takeOver(promise.answer()));
        }));
    }

    @Override
    public void erase() {
        PrivateFiles.delete(path);
    }
}
