/* contract.c -- prints web/src/core/contract/, the types of questions to the module and of messages
 * to the server, from the C tables that define them (src/pages/schema.def, src/protocol/message.c).
 *
 * usage: contract        the names of the files
 *        contract NAME   prints one
 */
#include <stdio.h>
#include <string.h>

#include "pages/schema.h"
#include "protocol/protocol.h"

enum {
    COLUMNS = 100,
    TYPE_SIZE = 512,
    FILES = 8,
    ROWS_MAX = 2048
};

/* The files, with the beginning of their comments. Sections of the schema name the first six. */
static const struct {
    const char *name, *says;
} files[FILES] = {
    {"lists", "Cards, and the lists of words that the engine, the table and the pages share."},
    {"table", "A table as one seat sees it, and what the seat may do."},
    {"session", "The session of a table, with friends or alone."},
    {"record", "A record, step by step."},
    {"rules", "Score sheets for real cards, rule sets and the law book."},
    {"messages", "What clients and servers send each other (docs/PROTOCOL.md)."},
    {"questions",
     "The questions that pages ask the module, by `ask('check', { action })` (module.ts), and the "
     "types of their answers. The engine decides everything about the game; no rules are here. "
     "Texts are sentences in the chosen language. Action strings are those of docs/RECORD.md."},
    {"reader", "Checks the lines of a server where they enter."},
};

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

/* ---- imports ---- */

/* The rows whose types a file uses. */
static bool used[ROWS_MAX];

/* Returns the file of the section that contains the row. */
static const char *file_of(int index)
{
    while (index > 0 && schema_row_at(index)->kind != SCHEMA_SECTION)
        index--;
    return schema_row_at(index)->part;
}

static bool has_name(const struct schema_row *row, const char *name, size_t length)
{
    return (row->kind == SCHEMA_TYPE || row->kind == SCHEMA_UNION || row->kind == SCHEMA_LIST) &&
           strlen(row->name) == length && strncmp(row->name, name, length) == 0;
}

/* Marks the rows that a type names. */
static void use_type(const char *type)
{
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_'-";
    const struct schema_row *row;
    for (type += strcspn(type, letters); *type != '\0'; type += strcspn(type, letters)) {
        const size_t length = strspn(type, letters);
        for (int i = 0; i < ROWS_MAX && (row = schema_row_at(i)) != NULL; i++)
            used[i] |= has_name(row, type, length);
        type += length;
    }
}

/* Prints the import of what is used from one file. */
static void print_import(const char *from)
{
    char text[TYPE_SIZE];
    const struct schema_row *row;
    int count = 0;
    int column = COLUMNS;
    for (int i = 0; (row = schema_row_at(i)) != NULL; i++) {
        if (!used[i] || strcmp(file_of(i), from) != 0)
            continue;
        if (count++ == 0)
            printf("import type {");
        snprintf(text, sizeof text, " %s,", row->name);
        flow(&column, "  ", text);
    }
    if (count > 0)
        printf("\n} from './%s';\n", from);
}

static void print_imports(const char *file)
{
    for (int i = 0; i < FILES; i++)
        if (strcmp(files[i].name, file) != 0)
            print_import(files[i].name);
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

static void print_union(const struct schema_row *row)
{
    print_comment("", row->says);
    int column = printf("export type %s =", row->name);
    flow_type(&column, "  ", row->type);
    printf(";\n");
}

/* Marks the types that the file's sections use. */
static void use_sections(const char *file)
{
    const struct schema_row *row;
    bool is_question = false;
    for (int i = 0; (row = schema_row_at(i)) != NULL; i++) {
        if (row->kind != SCHEMA_FIELD)
            is_question = row->kind == SCHEMA_QUESTION;
        if (!is_question && strcmp(file_of(i), file) == 0)
            use_type(row->type);
    }
}

/* Prints the sections of a file. */
static void print_types(const char *file)
{
    const struct schema_row *row;
    for (int i = 0; (row = schema_row_at(i)) != NULL; i++) {
        if (strcmp(file_of(i), file) != 0)
            continue;
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
            print_union(row);
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

/* Marks the types of a question and its answer. */
static void use_question(int index)
{
    const struct schema_row *field;
    use_type(schema_row_at(index)->type);
    for (int i = index + 1; (field = field_after(i)) != NULL; i++)
        use_type(field->type);
}

static void print_questions(void)
{
    each_question(NULL, use_question);
    print_imports("questions");
    printf("\n/** The fields of a question. */\nexport interface Questions {\n");
    each_question(NULL, print_question);
    printf("}\n");
    printf("\n/** The answer to a question. */\nexport interface Answers {\n");
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
           "/** The fields of a question, which may be omitted if all are optional. */\n"
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

/* Marks the types of all messages' fields. */
static void use_messages(void)
{
    struct message_row row;
    char name[TYPE_SIZE];
    char type[TYPE_SIZE];
    for (int i = 0; message_row_at(i, &row); i++)
        for (int field = 0; field < FIELDS; field++)
            if (message_field_at(&row, field, name, type))
                use_type(type);
}

static void print_messages(void)
{
    use_sections("messages");
    use_messages();
    print_imports("messages");
    print_types("messages");
    printf("\n/* ---- Messages ---- */\n");
    print_lines("ClientLine", "What a client sends.", true);
    print_lines("ServerLine", "What a server sends.", false);
    printf(
        "\n/** The lines of one kind. */\n"
        "export type ServerLineOf<T extends ServerLine['t']> = Extract<ServerLine, { t: T }>;\n");
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
    " * A line of a server, checked where it enters. Returns null if it is not JSON, of an "
    "unknown\n"
    " * kind, or without one of its kind's fields. Ignores other fields, because a newer server "
    "may\n"
    " * send more.\n"
    " */\n"
    "export function parseServerLine(text: string): ServerLine | null {\n"
    "  try {\n"
    "    const line: unknown = JSON.parse(text);\n"
    "    return isServerLine(line) ? line : null;\n"
    "  } catch {\n"
    "    return null;\n"
    "  }\n"
    "}\n";

/* Returns whether a union is not one of objects. Lines of a server have only such. */
static bool is_simple(const struct schema_row *row)
{
    char name[TYPE_SIZE];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(row->type, " "), row->type);
    return schema_row_at(find_type(name)) == NULL;
}

static void print_reader(void)
{
    const struct schema_row *row;
    struct message_row message;
    printf("import type { ServerLine } from './messages';\n");
    printf("\nconst unions: Record<string, string> = {\n");
    for (int i = 0; (row = schema_row_at(i)) != NULL; i++)
        if (row->kind == SCHEMA_UNION && is_simple(row))
            printf("  %s: '%s',\n", row->name, row->type);
    printf("};\n\n/** The fields of each kind of line; \"?\" marks optional ones. */\n"
           "const serverFields: Record<string, readonly string[]> = {\n");
    for (int i = 0; message_row_at(i, &message); i++)
        if (message.from_server)
            print_message_check(&message);
    print_type_checks("GameLine");
    print_type_checks("HandsLine");
    printf("};\n%s", reader);
}

static void print_file(const char *name, const char *says)
{
    static const char source[] =
        "Printed by tools/contract.c from src/pages/schema.def and src/protocol/message.c; do not "
        "edit it.";
    char text[2 * TYPE_SIZE];
    snprintf(text, sizeof text, "%s %s", says, source);
    print_comment("", text);
    if (strcmp(name, "messages") == 0) {
        print_messages();
    } else if (strcmp(name, "questions") == 0) {
        print_questions();
    } else if (strcmp(name, "reader") == 0) {
        print_reader();
    } else {
        use_sections(name);
        print_imports(name);
        print_types(name);
    }
}

int main(int argc, char **argv)
{
    for (int i = 0; i < FILES; i++)
        if (argc < 2)
            printf("%s\n", files[i].name);
        else if (strcmp(argv[1], files[i].name) == 0)
            print_file(files[i].name, files[i].says);
    return 0;
}
