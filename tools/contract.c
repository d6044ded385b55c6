/* contract.c -- prints web/src/core/contract.ts, the types of questions to the module and of
 * messages to the server, from the C tables that define them (src/pages/schema.def,
 * src/protocol/message.c).
 *
 * usage: contract >web/src/core/contract.ts
 */
#include <stdio.h>
#include <string.h>

#include "pages/schema.h"
#include "protocol/protocol.h"

enum {
    COLUMNS = 100,
    TYPE_SIZE = 512
};

static const char head[] =
    "/**\n"
    " * What pages, engine and server say to each other. Printed by tools/contract.c from\n"
    " * src/pages/schema.def and src/protocol/message.c; do not edit it here.\n"
    " *\n"
    " * The engine is asked by `ask('check', { action })` (module.ts): the question gives the type "
    "of the\n"
    " * answer. It decides everything about the game; this file holds no rules. Texts are "
    "sentences in\n"
    " * the language chosen. Action strings are those of docs/RECORD.md.\n"
    " */\n";

/* ---- text ---- */

/* A comment, in lines of at most COLUMNS. */
static void print_comment(const char *indent, const char *text)
{
    const size_t room = COLUMNS - strlen(indent) - strlen("/**  */");
    if (text[0] == '\0')
        return;
    /* counts bytes, so a line may be slightly shorter than it could be */
    if (strlen(text) <= room) {
        printf("%s/** %s */\n", indent, text);
        return;
    }
    printf("%s/**\n", indent);
    while (*text != '\0') {
        size_t length = strlen(text);
        if (length > room)
            for (length = room; length > 0 && text[length] != ' '; length--)
                ;
        printf("%s * %.*s\n", indent, (int)length, text);
        text += length + strspn(text + length, " ");
    }
    printf("%s */\n", indent);
}

/* Prints text, which begins with a blank, on this line or, if it is full, on the next after
 * 'indent'. Leaves two columns for the end of the statement. */
static void flow(int *column, const char *indent, const char *text)
{
    if (*column + (int)strlen(text) + 2 > COLUMNS)
        *column = printf("\n%s%s", indent, text + 1) - 1;
    else
        *column += printf("%s", text);
}

static void print_words(const char *list)
{
    char item[TYPE_SIZE];
    const char *word;
    int column = COLUMNS;
    for (int i = 0; (word = schema_list_word(list, i)) != NULL; i++) {
        snprintf(item, sizeof item, " '%s',", word);
        flow(&column, "  ", item);
    }
    printf("\n");
}

/* ---- the schema ---- */

static bool is_identifier(const char *name)
{
    return strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") ==
           strlen(name);
}

/* A key; "?" stays behind its quotes. */
static const char *quoted(const char *name, char text[TYPE_SIZE])
{
    char key[TYPE_SIZE];
    const size_t length = strcspn(name, "?");
    snprintf(key, sizeof key, "%.*s", (int)length, name);
    snprintf(text, TYPE_SIZE, is_identifier(key) ? "%s%s" : "'%s'%s", key, name + length);
    return text;
}

static void print_key(const char *name)
{
    char text[TYPE_SIZE];
    printf("%s", quoted(name, text));
}

/* Calls flow for each alternative of a type. */
static void flow_type(int *column, const char *indent, const char *type)
{
    char one[TYPE_SIZE];
    const char *bar;
    for (; (bar = strstr(type, " | ")) != NULL; type = bar + 3) {
        snprintf(one, sizeof one, " %.*s |", (int)(bar - type), type);
        flow(column, indent, one);
    }
    snprintf(one, sizeof one, " %s", type);
    flow(column, indent, one);
}

static void print_field(const char *indent, const struct schema_row *row)
{
    print_comment(indent, row->says);
    char key[TYPE_SIZE];
    int column = printf("%s%s:", indent, quoted(row->name, key));
    flow_type(&column, "    ", row->type);
    printf(";\n");
}

static const struct schema_row *field_after(int index)
{
    const struct schema_row *row = schema_row_at(index);
    return row != NULL && row->kind == SCHEMA_FIELD ? row : NULL;
}

static void print_type(int index)
{
    const struct schema_row *row = schema_row_at(index);
    const struct schema_row *field;
    print_comment("", row->says);
    if (field_after(index + 1) == NULL) {
        printf("export type %s = Record<never, never>;\n", row->name);
        return;
    }
    printf("export interface %s {\n", row->name);
    for (int i = index + 1; (field = field_after(i)) != NULL; i++)
        print_field("  ", field);
    printf("}\n");
}

static void print_list(const struct schema_row *row)
{
    print_comment("", row->says);
    printf("export const %s = [", row->part);
    print_words(row->name);
    printf("] as const;\n");
    printf("export type %s = (typeof %s)[number];\n", row->name, row->part);
}

static void print_types(void)
{
    const struct schema_row *row;
    for (int i = 0; (row = schema_row_at(i)) != NULL; i++) {
        if (row->kind == SCHEMA_SECTION)
            printf("\n/* ---- %s ---- */\n", row->says);
        if (row->kind == SCHEMA_FIELD || row->kind == SCHEMA_SECTION ||
            row->kind == SCHEMA_QUESTION)
            continue;
        printf("\n");
        if (row->kind == SCHEMA_TYPE) {
            print_type(i);
        } else if (row->kind == SCHEMA_LIST) {
            print_list(row);
        } else {
            print_comment("", row->says);
            printf("export type %s = %s;\n", row->name, row->type);
        }
    }
}

/* ---- questions ---- */

static void print_question(int index)
{
    const struct schema_row *row = schema_row_at(index);
    const struct schema_row *field;
    print_comment("  ", row->says);
    printf("  ");
    print_key(row->name);
    if (field_after(index + 1) == NULL) {
        printf(": Record<never, never>;\n");
        return;
    }
    printf(": {\n");
    for (int i = index + 1; (field = field_after(i)) != NULL; i++)
        print_field("    ", field);
    printf("  };\n");
}

/* Calls 'print' for each question of a part, or for all if it is NULL. */
static void each_question(const char *part, void (*print)(int index))
{
    const struct schema_row *row;
    for (int i = 0; (row = schema_row_at(i)) != NULL; i++)
        if (row->kind == SCHEMA_QUESTION && (part == NULL || strcmp(row->part, part) == 0))
            print(i);
}

static void print_answer(int index)
{
    const struct schema_row *row = schema_row_at(index);
    printf("  ");
    print_key(row->name);
    printf(": %s;\n", row->type);
}

static void print_part(int index)
{
    const struct schema_row *row = schema_row_at(index);
    printf("  ");
    print_key(row->name);
    printf(": '%s',\n", row->part);
}

static void print_questions(void)
{
    printf("\n/* ---- Questions and their answers ---- */\n");
    printf("\n/** What goes with a question. */\nexport interface Questions {\n");
    each_question(NULL, print_question);
    printf("}\n");
    printf("\n/** What comes back. */\nexport interface Answers {\n");
    each_question(NULL, print_answer);
    printf("}\n");
    printf("\n/** The part of the module that answers it. */\nexport const partOf = {\n");
    each_question(NULL, print_part);
    printf("} as const;\n");
    printf("\nexport type Question = keyof Questions;\n");
    printf("export type Part = (typeof partOf)[Question];\n");
    printf("/** The questions of one part. */\n"
           "export type QuestionOf<P extends Part> = {\n"
           "  [Q in Question]: (typeof partOf)[Q] extends P ? Q : never;\n"
           "}[Question];\n"
           "/** What is given with a question: nothing has to be if all of it may be absent. */\n"
           "export type Given<Q extends Question> = Record<never, never> extends Questions[Q]\n"
           "  ? [given?: Questions[Q]]\n"
           "  : [given: Questions[Q]];\n");
}

/* ---- messages ---- */

static bool is_sent(const struct message_row *row, bool by_client)
{
    return by_client ? row->from_client : row->from_server;
}

/* Finds a field of a message by its bit, "?" included. Returns false if the message lacks it. */
static bool message_field_at(const struct message_row *row, int bit, char name[TYPE_SIZE],
                             char type[TYPE_SIZE])
{
    const uint64_t mask = UINT64_C(1) << bit;
    if (((row->needs | row->may) & mask) == 0)
        return false;
    snprintf(name, TYPE_SIZE, "%s%s", message_field_name((enum message_field)bit),
             (row->needs & mask) != 0 ? "" : "?");
    message_field_type((enum message_field)bit, type, TYPE_SIZE);
    return true;
}

static void print_message(const struct message_row *row)
{
    char name[TYPE_SIZE];
    char type[TYPE_SIZE];
    char key[TYPE_SIZE];
    char text[2 * TYPE_SIZE];
    int column = printf("  | { t: '%s';", row->name);
    for (int i = 0; i < FIELDS; i++) {
        if (!message_field_at(row, i, name, type))
            continue;
        snprintf(text, sizeof text, " %s: %s;", quoted(name, key), type);
        flow(&column, "      ", text);
    }
    printf(" }\n");
}

static void print_lines(const char *name, const char *says, bool by_client)
{
    struct message_row row;
    printf("\n/** %s */\nexport type %s =\n", says, name);
    for (int i = 0; message_row_at(i, &row); i++)
        if (is_sent(&row, by_client))
            print_message(&row);
    printf(by_client ? "  | never;\n" : "  | GameLine\n  | HandsLine;\n");
}

/* ---- the reader ---- */

static void flow_check(int *column, const char *name, const char *type)
{
    char text[2 * TYPE_SIZE + 8];
    snprintf(text, sizeof text, " \"%s: %s\",", name, type);
    flow(column, "    ", text);
}

static void print_message_check(const struct message_row *row)
{
    char name[TYPE_SIZE];
    char type[TYPE_SIZE];
    int column = printf("  %s: [", row->name);
    for (int i = 0; i < FIELDS; i++)
        if (message_field_at(row, i, name, type))
            flow_check(&column, name, type);
    printf(" ],\n");
}

static int find_type(const char *name)
{
    const struct schema_row *row;
    int i = 0;
    while ((row = schema_row_at(i)) != NULL &&
           !(row->kind == SCHEMA_TYPE && strcmp(row->name, name) == 0))
        i++;
    return i;
}

/* Prints the lines of a TYPE, one per value of "t". */
static void print_type_checks(const char *name)
{
    const int first = find_type(name) + 1;
    const struct schema_row *field;
    const char *at = schema_row_at(first)->type;
    while ((at = strchr(at, '\'')) != NULL) {
        const size_t length = strcspn(at + 1, "'");
        int column = printf("  %.*s: [", (int)length, at + 1);
        for (int i = first + 1; (field = field_after(i)) != NULL; i++)
            flow_check(&column, field->name, field->type);
        printf(" ],\n");
        at += length + 2;
    }
}

static const char reader[] =
    "\n"
    "const isObject = (value: unknown): value is Record<string, unknown> =>\n"
    "  typeof value === 'object' && value !== null && !Array.isArray(value);\n"
    "\n"
    "function isOne(value: unknown, type: string): boolean {\n"
    "  const other = unions[type];\n"
    "  if (other !== undefined) return isOf(value, other);\n"
    "  if (type.endsWith('[]'))\n"
    "    return Array.isArray(value) && value.every((one) => isOf(one, type.slice(0, -2)));\n"
    "  if (type === 'null') return value === null;\n"
    "  return type.startsWith(\"'\") ? value === type.slice(1, -1) : typeof value === type;\n"
    "}\n"
    "\n"
    "function isOf(value: unknown, type: string): boolean {\n"
    "  return type.split(' | ').some((one) => isOne(value, one));\n"
    "}\n"
    "\n"
    "function hasField(line: Record<string, unknown>, field: string): boolean {\n"
    "  const [key = '', type = ''] = field.split(': ');\n"
    "  const name = key.replace('?', '');\n"
    "  return line[name] === undefined ? name !== key : isOf(line[name], type);\n"
    "}\n"
    "\n"
    "function isServerLine(line: unknown): line is ServerLine {\n"
    "  if (!isObject(line) || typeof line.t !== 'string') return false;\n"
    "  const fields = Object.hasOwn(serverFields, line.t) ? serverFields[line.t] : undefined;\n"
    "  return fields !== undefined && fields.every((field) => hasField(line, field));\n"
    "}\n"
    "\n"
    "/**\n"
    " * A line of a server, checked once, where it enters. null: it is not JSON, of a kind that "
    "this page\n"
    " * does not know, or lacks what its kind has. Fields that its kind does not have are left "
    "alone: a\n"
    " * newer server may send more.\n"
    " */\n"
    "export function parseServerLine(text: string): ServerLine | null {\n"
    "  try {\n"
    "    const line: unknown = JSON.parse(text);\n"
    "    return isServerLine(line) ? line : null;\n"
    "  } catch {\n"
    "    return null;\n"
    "  }\n"
    "}\n";

static void print_reader(void)
{
    const struct schema_row *row;
    struct message_row message;
    printf("\n/* ---- Reading lines ---- */\n");
    printf("\nconst unions: Record<string, string> = {\n");
    for (int i = 0; (row = schema_row_at(i)) != NULL; i++)
        if (row->kind == SCHEMA_UNION && strcmp(row->name, "Effect") != 0)
            printf("  %s: '%s',\n", row->name, row->type);
    printf("};\n\n/** What each kind of line has; \"?\": it may be absent. */\n"
           "const serverFields: Record<string, readonly string[]> = {\n");
    for (int i = 0; message_row_at(i, &message); i++)
        if (message.from_server)
            print_message_check(&message);
    print_type_checks("GameLine");
    print_type_checks("HandsLine");
    printf("};\n%s", reader);
}

int main(void)
{
    printf("%s", head);
    print_types();
    print_questions();
    printf("\n/* ---- Messages (docs/PROTOCOL.md) ---- */\n");
    print_lines("ClientLine", "What a client sends.", true);
    print_lines("ServerLine", "What a server sends.", false);
    printf(
        "\n/** The lines of one kind. */\n"
        "export type ServerLineOf<T extends ServerLine['t']> = Extract<ServerLine, { t: T }>;\n");
    print_reader();
    return 0;
}
