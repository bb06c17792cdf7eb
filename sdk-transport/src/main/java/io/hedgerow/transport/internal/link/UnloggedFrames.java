// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.link;

import io.grpc.netty.shaded.io.netty.util.internal.logging.InternalLogger;
import io.grpc.netty.shaded.io.netty.util.internal.logging.InternalLoggerFactory;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Set;

/**
 * Keeps message content out of the logs of the host application. gRPC gives each connection a logger that writes the
 * first bytes of every HTTP/2 frame as soon as the application's level allows it, and has no option against that. With
 * this factory such a logger does not exist, whatever the level; all others are those of the factory before.
 *
 * <p>Netty has one factory for the process, so gRPC of the application's own, if it has any of this library, is silent
 * about frames as well. Thread-safe.
 */
public final class UnloggedFrames extends InternalLoggerFactory {

    /** The loggers of gRPC and Netty that are given bytes of a message; a test compares them with the library. */
    static final Set<String> OF_FRAMES = Set.of(
            "io.grpc.netty.shaded.io.grpc.netty.NettyClientHandler",
            "io.grpc.netty.shaded.io.grpc.netty.NettyServerHandler",
            "io.grpc.netty.shaded.io.netty.handler.codec.http2.Http2FrameLogger",
            "io.grpc.netty.shaded.io.netty.handler.logging.LoggingHandler");

    private final InternalLoggerFactory others;
    private final Method newInstance;

    private UnloggedFrames(InternalLoggerFactory others) {
        this.others = others;
        try {
            newInstance = InternalLoggerFactory.class.getDeclaredMethod("newInstance", String.class);
            newInstance.setAccessible(true); // protected: only the factory before knows how it makes loggers
        } catch (NoSuchMethodException e) {
            throw new LinkageError("a factory of Netty's loggers must have newInstance(String)", e);
        }
    }

    /**
     * Makes this the factory of all loggers of Netty from here on. Every connection asks for a logger of frames of its
     * own, so this is called before each: the application may have begun to use Netty earlier, or have set a factory.
     */
    public static void install() {
        synchronized (UnloggedFrames.class) {
            InternalLoggerFactory now = InternalLoggerFactory.getDefaultFactory();
            if (!(now instanceof UnloggedFrames)) {
                InternalLoggerFactory.setDefaultFactory(new UnloggedFrames(now));
            }
        }
    }

    @Override
    protected InternalLogger newInstance(String name) {
        if (OF_FRAMES.contains(name)) {
            return silent(name);
        }
        try {
            return (InternalLogger) newInstance.invoke(others, name);
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException("Netty's loggers could not be made by " + others.getClass(), e);
        }
    }

    /** A logger of no level: what it is given it drops unread. */
    private static InternalLogger silent(String name) {
        return (InternalLogger) Proxy.newProxyInstance(
                UnloggedFrames.class.getClassLoader(),
                new Class<?>[] {InternalLogger.class},
                (self, method, given) -> switch (method.getName()) {
                    case "name", "toString" -> name;
                    case "hashCode" -> name.hashCode();
                    case "equals" -> self == given[0];
                    default -> method.getReturnType() == boolean.class ? Boolean.FALSE : null;
                });
    }
}
