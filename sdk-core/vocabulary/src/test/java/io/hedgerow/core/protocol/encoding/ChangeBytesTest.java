// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.protocol.encoding;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hedgerow.core.internal.file.GoldenFile;
import io.hedgerow.core.study.CommunicationPolicy;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Changes of parameters have the bytes of earlier releases, under every policy that a study may agree on. */
class ChangeBytesTest {

    private static final int SIZE = 1000;
    private static final CommunicationPolicy ECONOMICAL = CommunicationPolicy.economical(0.3);

    static final Map<String, CommunicationPolicy> POLICIES =
            Map.of("exact", CommunicationPolicy.exact(), "economical", ECONOMICAL, "steps", ECONOMICAL.inSteps());

    /** Values that each policy sends as they are. */
    static SparseChange change(CommunicationPolicy policy) {
        int[] index = {0, 3, 4, 300, 999};
        double[] value = {0.5, -0.25, 1, 17.375, -3.140625};
        for (int k = 0; k < value.length; k++) {
            value[k] = policy.round(value[k]);
        }
        return SparseChange.of(index, value);
    }

    @Test
    void everyChange_isWrittenAsEarlierReleasesWroteIt_andReadFromThat() throws IOException {
        for (Map.Entry<String, CommunicationPolicy> one : POLICIES.entrySet()) {
            ChangeCodec codec = new ChangeCodec(SIZE, one.getValue());
            SparseChange change = change(one.getValue());
            String name = "change-" + one.getKey();
            GoldenFile.of(ChangeBytesTest.class, name)
                    .requireSame(name, codec.encode(change).toBytes());
            for (GoldenFile earlier : GoldenFile.ofAllReleases(ChangeBytesTest.class, name)) {
                assertEquals(change, codec.decode(Payload.copyOf(earlier.bytes())));
            }
        }
    }
}
