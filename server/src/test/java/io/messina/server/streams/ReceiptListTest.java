package io.messina.server.streams;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.api.ProblemCode;
import io.messina.api.ReceiptResult;
import io.messina.api.ReceiptStatus;
import io.messina.server.http.Fields;
import io.messina.server.problem.ProblemException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Receipts as workers send them. */
class ReceiptListTest {

  @Test
  void a_text_that_is_no_receipt_is_unknown() {
    assertThat(list(receipts("garbage")).settle(said -> List.of()))
        .extracting(ReceiptResult::status)
        .containsExactly(ReceiptStatus.UNKNOWN);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 257})
  void a_text_that_no_receipt_can_be_is_refused_by_its_place(int chars) {
    String text = "x".repeat(chars);
    assertRefused(receipts("garbage", text), "receipts[1]: ");
    ArrayNode objects = JsonNodeFactory.instance.arrayNode();
    objects.addObject().put("receipt", text);
    assertRefused(objects, "receipts[0].receipt: ");
  }

  private static void assertRefused(ArrayNode receipts, String place) {
    assertThatThrownBy(() -> list(receipts))
        .isInstanceOfSatisfying(
            ProblemException.class,
            refused -> {
              assertThat(refused.problem().code()).isEqualTo(ProblemCode.OUT_OF_BOUNDS);
              assertThat(refused.problem().detail()).startsWith(place).contains("characters");
            });
  }

  private static ReceiptList<String> list(ArrayNode receipts) {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    body.set("receipts", receipts);
    return ReceiptList.read(Fields.of(body), "receipts", fields -> address -> "said");
  }

  private static ArrayNode receipts(String... texts) {
    ArrayNode receipts = JsonNodeFactory.instance.arrayNode();
    List.of(texts).forEach(receipts::add);
    return receipts;
  }
}
