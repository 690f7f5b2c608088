// The texts of generated files, taken into the tool when it is compiled: no file is looked up at run time.
#include "Templates.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char Attribute[] = {
#embed "Attribute.mustache"
};
static const unsigned char DefaultFunction[] = {
#embed "DefaultFunction.mustache"
};
static const unsigned char EmptyFile[] = {
#embed "EmptyFile.mustache"
};
static const unsigned char Entity[] = {
#embed "Entity.mustache"
};
static const unsigned char Enum[] = {
#embed "Enum.mustache"
};
static const unsigned char FrozenFile[] = {
#embed "FrozenFile.mustache"
};
static const unsigned char Header[] = {
#embed "Header.mustache"
};
static const unsigned char Imports[] = {
#embed "Imports.mustache"
};
static const unsigned char Initializer[] = {
#embed "Initializer.mustache"
};
static const unsigned char MigrationPlan[] = {
#embed "MigrationPlan.mustache"
};
static const unsigned char Model[] = {
#embed "Model.mustache"
};
static const unsigned char ModelFile[] = {
#embed "ModelFile.mustache"
};
static const unsigned char Persistence[] = {
#embed "Persistence.mustache"
};
static const unsigned char SchemaFile[] = {
#embed "SchemaFile.mustache"
};
static const unsigned char Struct[] = {
#embed "Struct.mustache"
};
static const unsigned char ToMany[] = {
#embed "ToMany.mustache"
};
static const unsigned char ToOne[] = {
#embed "ToOne.mustache"
};
static const unsigned char Version[] = {
#embed "Version.mustache"
};
static const unsigned char VersionMembers[] = {
#embed "VersionMembers.mustache"
};

#define TEMPLATE(name) {#name, name, sizeof name}

static const struct modelgen_template templates[] = {
    TEMPLATE(Attribute),
    TEMPLATE(DefaultFunction),
    TEMPLATE(EmptyFile),
    TEMPLATE(Entity),
    TEMPLATE(Enum),
    TEMPLATE(FrozenFile),
    TEMPLATE(Header),
    TEMPLATE(Imports),
    TEMPLATE(Initializer),
    TEMPLATE(MigrationPlan),
    TEMPLATE(Model),
    TEMPLATE(ModelFile),
    TEMPLATE(Persistence),
    TEMPLATE(SchemaFile),
    TEMPLATE(Struct),
    TEMPLATE(ToMany),
    TEMPLATE(ToOne),
    TEMPLATE(Version),
    TEMPLATE(VersionMembers),
};

const struct modelgen_template *modelgen_template(size_t index) {
    return index < sizeof templates / sizeof templates[0] ? &templates[index] : NULL;
}
