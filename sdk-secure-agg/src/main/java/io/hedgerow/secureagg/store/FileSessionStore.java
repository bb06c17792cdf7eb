package io.hedgerow.secureagg.store;

import io.hedgerow.secureagg.key.Octets;
import io.hedgerow.secureagg.site.SessionRecord;
import io.hedgerow.secureagg.site.SessionStore;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** A site's session in a file that is replaced as a whole, durably. Public content. Not thread-safe; one process at a time. */
public final class FileSessionStore implements SessionStore {

    private final SealedFile file;
    private final String name;

    /**
     * Keeps the session in a file.
     *
     * @param file made at the first save; not shared with another site
     * @throws StoreException when its directory cannot be made
     */
    public FileSessionStore(Path file) {
        PrivateFiles.directory(file.toAbsolutePath().normalize().resolveSibling(""));
        this.file = new SealedFile(file, "session");
        this.name = file.toString();
    }

    @Override
    public Optional<SessionRecord> load() {
        return file.read().map(entry -> Fields.read(entry, name, FileSessionStore::decode));
    }

    @Override
    public void save(SessionRecord session) {
        file.write(Fields.write(out -> {
            Fields.octets(out, session.sid());
            Fields.octets(out, session.policyHash());
            Fields.octets(out, session.rosterHash());
            Fields.sites(out, session.participants());
            Fields.octets(out, session.lastReceipt());
            out.writeLong(session.lastSlot());
        }));
    }

    private static SessionRecord decode(DataInputStream in) throws IOException {
        Octets sid = Fields.octets(in);
        Octets policy = Fields.octets(in);
        Octets roster = Fields.octets(in);
        return new SessionRecord(sid, policy, roster, Fields.sites(in), Fields.octets(in), in.readLong());
    }
}
