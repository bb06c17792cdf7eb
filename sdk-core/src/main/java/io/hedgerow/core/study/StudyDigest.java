// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.study;

import io.hedgerow.core.internal.file.Sha256;
import io.hedgerow.core.model.ParameterBlock;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;

/**
 * SHA-256 of the whole agreement, in one order and one spelling: texts with their length, numbers with all their bits.
 * Studies differ exactly when their digests do.
 */
final class StudyDigest {

    private static final String FORMAT = "hedgerow study 1";

    /** The treatment of absent sites: ends that differ in it compute different networks. */
    private static final String ABSENT_SITES = "absent sites leave the problem";

    private final DataOutputStream out;

    private StudyDigest(DataOutputStream out) {
        this.out = out;
    }

    static String of(Study study) {
        try {
            MessageDigest digest = Sha256.start();
            OutputStream sink = new DigestOutputStream(OutputStream.nullOutputStream(), digest);
            new StudyDigest(new DataOutputStream(sink)).write(study);
            return HexFormat.of().formatHex(digest.digest());
        } catch (IOException e) {
            throw new UncheckedIOException("nothing is written anywhere", e);
        }
    }

    private void write(Study study) throws IOException {
        text(FORMAT);
        text(study.name());
        List<String> names = study.schema().names();
        out.writeInt(names.size());
        for (String name : names) {
            text(name);
        }
        out.writeInt(study.layout().targets());
        out.writeInt(study.layout().blocks().size());
        for (ParameterBlock block : study.layout().blocks()) {
            text(block.name());
            out.writeInt(block.length());
            out.writeInt(block.parametersPerEdge());
            out.writeDouble(block.l1Weight());
        }
        write(study.admm());
        text(study.lossScaling().name());
        out.writeLong(study.totalRows());
        out.writeInt(study.sites());
        text(study.centring().name());
        write(study.communication());
        write(study.policy());
        out.writeDouble(study.unit());
        if (study.policy().quorum() < study.sites()) {
            text(ABSENT_SITES);
        }
        for (String name : study.schema().categorical()) {
            text("levels of");
            text(name);
            List<String> levels = study.schema().levels(study.schema().indexOf(name));
            out.writeInt(levels.size());
            for (String level : levels) {
                text(level);
            }
        }
    }

    private void write(AdmmSettings admm) throws IOException {
        out.writeInt(admm.rounds());
        out.writeDouble(admm.localLambda());
        out.writeDouble(admm.globalLambda());
        write(admm.rho1());
        write(admm.rho2());
    }

    private void write(PenaltySchedule schedule) throws IOException {
        out.writeDouble(schedule.initial());
        out.writeDouble(schedule.growth());
        out.writeDouble(schedule.cap());
    }

    private void write(CommunicationPolicy communication) throws IOException {
        text(communication.encoding().name());
        out.writeDouble(communication.resolution());
        out.writeDouble(communication.resendThreshold());
        out.writeDouble(communication.supportThreshold());
    }

    private void write(RoundPolicy policy) throws IOException {
        out.writeInt(policy.quorum());
        out.writeLong(policy.deadline().toSeconds());
        out.writeInt(policy.deadline().toNanosPart());
        out.writeDouble(policy.convergence().acyclicity());
        out.writeDouble(policy.convergence().distance());
        out.writeDouble(policy.convergence().movement());
        out.writeBoolean(policy.convergence().enabled());
    }

    private void text(String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(bytes.length);
        out.write(bytes);
    }
}
