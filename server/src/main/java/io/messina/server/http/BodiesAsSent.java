package io.messina.server.http;

import io.helidon.http.Headers;
import io.helidon.http.encoding.ContentDecoder;
import io.helidon.http.encoding.ContentEncoder;
import io.helidon.http.encoding.ContentEncodingContext;
import io.helidon.http.encoding.ContentEncodingContextConfig;

/** Leaves all bodies as they are sent: {@link RequestBody} decompresses within bounds. */
final class BodiesAsSent implements ContentEncodingContext {

  @Override
  public ContentEncodingContextConfig prototype() {
    return ContentEncodingContext.builder().buildPrototype();
  }

  @Override
  public boolean contentEncodingEnabled() {
    return false;
  }

  @Override
  public boolean contentDecodingEnabled() {
    return true;
  }

  @Override
  public boolean contentEncodingSupported(String encoding) {
    return false;
  }

  @Override
  public boolean contentDecodingSupported(String encoding) {
    return true;
  }

  @Override
  public ContentEncoder encoder(String encoding) {
    return ContentEncoder.NO_OP;
  }

  @Override
  public ContentDecoder decoder(String encoding) {
    return ContentDecoder.NO_OP;
  }

  @Override
  public ContentEncoder encoder(Headers headers) {
    return ContentEncoder.NO_OP;
  }
}
