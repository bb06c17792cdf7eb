// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.key;

import io.hedgerow.transport.identity.IdentityException;
import io.hedgerow.transport.identity.IdentityException.Reason;
import java.nio.file.Path;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;

public final class P256 {

    public static final String SIGNATURE = "SHA256withECDSA";

    private static final byte[] PROBE = {1, 2, 3};

    private P256() {}

    public static KeyPair generate() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"), new SecureRandom());
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the platform must offer P-256, does not", e);
        }
    }

    public static PrivateKey privateKey(Path file, byte[] pkcs8) {
        try {
            return KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
        } catch (GeneralSecurityException e) {
            throw new IdentityException(Reason.UNREADABLE, file + ": is damaged: not a P-256 key in PKCS#8 form", e);
        }
    }

    public static PublicKey publicKey(byte[] encoded) throws GeneralSecurityException {
        PublicKey key = KeyFactory.getInstance("EC").generatePublic(new X509EncodedKeySpec(encoded));
        AlgorithmParameters parameters = AlgorithmParameters.getInstance("EC");
        parameters.init(new ECGenParameterSpec("secp256r1"));
        ECParameterSpec p256 = parameters.getParameterSpec(ECParameterSpec.class);
        if (!(key instanceof ECPublicKey ec)
                || !ec.getParams().getCurve().equals(p256.getCurve())
                || !ec.getParams().getGenerator().equals(p256.getGenerator())) {
            throw new GeneralSecurityException("the key is not on P-256");
        }
        return key;
    }

    public static boolean match(PrivateKey privateKey, PublicKey publicKey) {
        try {
            Signature signer = Signature.getInstance(SIGNATURE);
            signer.initSign(privateKey);
            signer.update(PROBE);
            Signature verifier = Signature.getInstance(SIGNATURE);
            verifier.initVerify(publicKey);
            verifier.update(PROBE);
            return verifier.verify(signer.sign());
        } catch (GeneralSecurityException e) {
            return false;
        }
    }
}
