// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.benchmark;

import io.hedgerow.secureagg.internal.codec.FixedPointPlan;
import io.hedgerow.secureagg.internal.codec.LaneLayout;
import io.hedgerow.secureagg.internal.codec.LaneSink;
import io.hedgerow.secureagg.internal.mask.MaskKernel;
import io.hedgerow.secureagg.internal.mask.MaskStream;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * How near is masking a vector to the limit of its keystream? {@code keystream} divided by {@code mask} is the share of
 * the keystream's speed that a site reaches while it quantises, masks and serialises a vector for a cohort of that many
 * sites.
 *
 * <p>{@code java -jar samples/lab/target/bench/benchmarks.jar MaskKernelBenchmark}
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class MaskKernelBenchmark {

    private static final int VALUES = 999_999;
    private static final int TILE_BYTES = MaskKernel.TILE * Long.BYTES;

    /** Sites of the cohort: as many masks, the site's own among them. */
    @Param({"8", "32", "100"})
    public int sites;

    private final MaskKernel kernel = new MaskKernel();
    private final byte[] zeros = new byte[TILE_BYTES];
    private final byte[] keystream = new byte[TILE_BYTES];
    private double[] values = {};
    private byte[] upload = {};
    private LaneLayout layout = LaneLayout.of(VALUES, FixedPointPlan.finest(2, 8, FixedPointPlan.GUARD_BITS, 1, 0));
    private List<Cipher> ciphers = List.of();

    /**
     * Makes the input, and ciphers that never end.
     *
     * @throws GeneralSecurityException never
     */
    @Setup
    public void prepare() throws GeneralSecurityException {
        layout = LaneLayout.of(VALUES, FixedPointPlan.finest(sites, 8, FixedPointPlan.GUARD_BITS, 1, 0));
        values = new double[VALUES];
        for (int i = 0; i < VALUES; i++) {
            values[i] = 8 * Math.sin(i);
        }
        upload = new byte[layout.lanes() * Long.BYTES];
        ciphers = new ArrayList<>();
        for (int i = 0; i < sites; i++) {
            Cipher cipher = Cipher.getInstance("AES/CTR/NoPadding");
            cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key(i), "AES"), new IvParameterSpec(new byte[16]));
            ciphers.add(cipher);
        }
        MaskKernel.warmUp();
    }

    private static byte[] key(int number) {
        byte[] key = new byte[32];
        key[0] = (byte) number;
        return key;
    }

    /**
     * The question: values in, masked bytes out.
     *
     * @return the upload
     */
    @Benchmark
    public byte[] mask() {
        List<MaskStream> masks = new ArrayList<>();
        for (int i = 0; i < sites; i++) {
            masks.add(i % 2 == 0 ? MaskStream.adding(key(i)) : MaskStream.subtracting(key(i)));
        }
        kernel.apply(layout.encode(values), masks, LaneSink.toLittleEndian(upload));
        return upload;
    }

    /**
     * The limit: as many bytes of keystream, in the same tiles and order, which no sum uses.
     *
     * @return the last tile
     * @throws GeneralSecurityException never
     */
    @Benchmark
    public byte[] keystream() throws GeneralSecurityException {
        for (int at = 0; at < upload.length; at += TILE_BYTES) {
            int length = Math.min(TILE_BYTES, upload.length - at);
            for (Cipher cipher : ciphers) {
                cipher.update(zeros, 0, length, keystream, 0);
            }
        }
        return keystream;
    }

    /**
     * What is left without masks: quantise and serialise.
     *
     * @return the upload
     */
    @Benchmark
    public byte[] encode() {
        kernel.apply(layout.encode(values), List.of(), LaneSink.toLittleEndian(upload));
        return upload;
    }
}
