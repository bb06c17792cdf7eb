// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.store;

import io.hedgerow.secureagg.internal.key.Octets;
import io.hedgerow.secureagg.store.StoreException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

final class Fields {

    private static final String OTHER_RELEASE = " was written by another release: go on with that release";

    private Fields() {}

    interface Writing {
        void to(DataOutputStream out) throws IOException;
    }

    interface Reading<T> {
        T from(DataInputStream in) throws IOException;
    }

    static byte[] write(Writing fields) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            fields.to(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /** The checksum was right, so a record that cannot be read is of another version of this software. */
    static <T> T read(byte[] entry, String what, Reading<T> fields) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(entry))) {
            T value = fields.from(in);
            if (in.available() == 0) {
                return value;
            }
        } catch (IOException | IllegalArgumentException e) {
            throw new StoreException(what + OTHER_RELEASE, e);
        }
        throw new StoreException(what + OTHER_RELEASE);
    }

    static void octets(DataOutputStream out, Octets value) throws IOException {
        out.writeInt(value.size());
        out.write(value.toBytes());
    }

    static Octets octets(DataInputStream in) throws IOException {
        return Octets.copyOf(in.readNBytes(count(in)));
    }

    static void sites(DataOutputStream out, List<Integer> sites) throws IOException {
        out.writeInt(sites.size());
        for (int site : sites) {
            out.writeInt(site);
        }
    }

    static List<Integer> sites(DataInputStream in) throws IOException {
        int count = count(in);
        List<Integer> sites = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            sites.add(in.readInt());
        }
        return sites;
    }

    private static int count(DataInputStream in) throws IOException {
        int count = in.readInt();
        if (!(count >= 0 && count <= in.available())) {
            throw new IllegalArgumentException("a field must fit its record");
        }
        return count;
    }
}
